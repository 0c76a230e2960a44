// A client in Objective-C, with the selectors of NSKeyedArchiver and NSKeyedUnarchiver.
@import Foundation;
#import "SteleNSCoding-Swift.h"

@interface Watcher : NSObject <SteleKeyedArchiverDelegate, SteleKeyedUnarchiverDelegate>
@end
@implementation Watcher
- (id)archiver:(SteleKeyedArchiver *)archiver willEncodeObject:(id)object {
  return object;
}
- (void)archiverDidFinish:(SteleKeyedArchiver *)archiver {
}
- (Class)unarchiver:(SteleKeyedUnarchiver *)unarchiver
    cannotDecodeObjectOfClassName:(NSString *)name
                  originalClasses:(NSArray<NSString *> *)classNames {
  return [NSString class];
}
- (id)unarchiver:(SteleKeyedUnarchiver *)unarchiver didDecodeObject:(id)object {
  return object;
}
@end

// A class by hand, as it has been written for NSKeyedArchiver.
@interface Person : NSObject <NSSecureCoding>
@property(copy) NSString *name;
@end
@implementation Person
+ (BOOL)supportsSecureCoding {
  return 1;
}
- (void)encodeWithCoder:(NSCoder *)coder {
  [coder encodeObject:self.name forKey:@"name"];
}
- (instancetype)initWithCoder:(NSCoder *)coder {
  if ((self = [super init])) {
    self.name = [coder decodeObjectOfClass:[NSString class] forKey:@"name"];
  }
  return self;
}
@end

NSData *archive(Person *root, NSURL *file) {
  NSError *error = nil;
  NSData *data = [SteleKeyedArchiver archivedDataWithRootObject:root requiringSecureCoding:1 error:&error];
  if (!data && [error.domain isEqual:SteleKeyedArchiver.codingErrorDomain]
      && error.code == SteleKeyedCodingErrorCodeNotSecure) {
    data = [SteleKeyedArchiver archivedDataWithRootObject:root
                                    requiringSecureCoding:0
                                             outputFormat:SteleKeyedArchiverOutputFormatBinaryKeyedArchive
                                                    error:0];
  }
  [SteleKeyedArchiver archiveRootObject:root toURL:file requiringSecureCoding:1 error:&error];
  Watcher *watcher = [[Watcher alloc] init];
  SteleKeyedArchiver *archiver = [[SteleKeyedArchiver alloc] initRequiringSecureCoding:1];
  archiver.delegate = watcher;
  [archiver setClassName:@"P" forClass:[Person class]];
  [SteleKeyedArchiver setClassName:@"P" forClass:[Person class]];
  [archiver encodeObject:root forKey:@"root"];
  NSDictionary<NSString *, id> *info = archiver.userInfo;
  NSInteger count = archiver.outputFormat == SteleKeyedArchiverOutputFormatStele ? 1 : 2;
  [archiver encodeInteger:count + info.count forKey:@"count"];
  [archiver finishEncoding];
  return archiver.error ? data : archiver.encodedData;
}

Person *unarchive(NSData *data) {
  NSError *error = nil;
  NSSet<Class> *classes = 0;
  Person *person = [SteleKeyedUnarchiver unarchivedObjectOfClass:[Person class] fromData:data error:&error];
  if (!person) {
    person = [SteleKeyedUnarchiver unarchivedObjectOfClasses:classes fromData:data error:&error];
  }
  if (!person) {
    person = [SteleKeyedUnarchiver unarchivedObjectOfClasses:classes fromKeyedArchive:data error:&error];
  }
  NSArray *list = [SteleKeyedUnarchiver unarchivedArrayOfObjectsOfClass:[Person class] fromData:data error:&error];
  NSDictionary *map = [SteleKeyedUnarchiver unarchivedDictionaryWithKeysOfClass:[NSString class]
                                                                 objectsOfClass:[Person class]
                                                                       fromData:data
                                                                          error:&error];
  Watcher *watcher = [[Watcher alloc] init];
  SteleKeyedUnarchiver *unarchiver = [[SteleKeyedUnarchiver alloc] initForReadingFromData:data error:&error];
  unarchiver.delegate = watcher;
  unarchiver.requiresSecureCoding = 1;
  [unarchiver setClass:[Person class] forClassName:@"P"];
  [SteleKeyedUnarchiver setClass:[Person class] forClassName:@"P"];
  person = [unarchiver decodeObjectOfClass:[Person class] forKey:@"root"];
  NSArray<NSString *> *unfinished = unarchiver.unfinishedKeys;
  NSDictionary<NSString *, id> *info = unarchiver.userInfo;
  if (unfinished.count + info.count) {
    person = nil;
  }
  [unarchiver finishDecoding];
  return list.count + map.count ? person : nil;
}

// The calls that came before errors and secure coding.
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
id oldCalls(Person *root, NSString *path, NSMutableData *bytes) {
  NSError *error = nil;
  SteleKeyedArchiver *archiver = [[SteleKeyedArchiver alloc] initForWritingWithMutableData:bytes];
  archiver.outputFormat = SteleKeyedArchiverOutputFormatStele;
  [archiver encodeObject:root forKey:@"root"];
  [archiver finishEncoding];
  NSData *data = [SteleKeyedArchiver archivedDataWithRootObject:root];
  if (![SteleKeyedArchiver archiveRootObject:root toFile:path]) {
    return [SteleKeyedUnarchiver unarchiveObjectWithFile:path];
  }
  SteleKeyedUnarchiver *unarchiver = [[SteleKeyedUnarchiver alloc] initForReadingWithData:data];
  return [unarchiver decodeObjectForKey:@"root"] ?: [SteleKeyedUnarchiver unarchiveObjectWithData:data]
      ?: [SteleKeyedUnarchiver unarchiveTopLevelObjectWithData:data error:&error];
}
