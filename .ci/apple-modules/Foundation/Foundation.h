// What Apple's Foundation declares in Objective-C, as far as the sources use it: names, nullability and classes follow
// Apple's published interface; the importer of Swift makes the Swift names of it, as it does on a Mac.
#pragma once
#include <ObjectiveC.h>
#include <Darwin.h>
#pragma clang assume_nonnull begin
#define NS_DESIGNATED_INITIALIZER __attribute__((objc_designated_initializer))
#define NS_SWIFT_NAME(name) __attribute__((swift_name(#name)))
#define NS_REFINED_FOR_SWIFT __attribute__((swift_private))
#define NS_UNAVAILABLE __attribute__((unavailable))
#define NS_SWIFT_SENDABLE __attribute__((swift_attr("@Sendable")))
#define NS_TYPED_EXTENSIBLE_ENUM __attribute__((swift_newtype(struct)))
#define NS_ENUM(type, name) enum __attribute__((enum_extensibility(open))) name : type name; enum name : type
#define NS_OPTIONS(type, name) enum __attribute__((flag_enum, enum_extensibility(open))) name : type name; enum name : type
typedef double NSTimeInterval;
#if __LP64__
typedef double CGFloat;
#else
typedef float CGFloat;
#endif

@class NSArray<ObjectType>, NSSet<ObjectType>, NSDictionary<KeyType, ObjectType>, NSString, NSData, NSError, NSURL;
@class NSCoder, NSKeyedArchiver, NSDate, NSTimeZone, NSNumber, NSLocale, NSEnumerator<ObjectType>;

NSString *NSStringFromClass(Class aClass);
Class _Nullable NSClassFromString(NSString *aClassName);
const char *NSGetSizeAndAlignment(const char *typePtr, NSUInteger *_Nullable sizep, NSUInteger *_Nullable alignp);

// NSObject.h
@protocol NSCopying
- (id)copyWithZone:(nullable NSZone *)zone;
@end
@protocol NSMutableCopying
- (id)mutableCopyWithZone:(nullable NSZone *)zone;
@end
@protocol NSCoding
- (void)encodeWithCoder:(NSCoder *)coder;
- (nullable instancetype)initWithCoder:(NSCoder *)coder;
@end
@protocol NSSecureCoding <NSCoding>
@required
@property(class, readonly) BOOL supportsSecureCoding;
@end
@protocol NSFastEnumeration
@end
@interface NSObject (NSCoderMethods)
+ (NSInteger)version;
+ (void)setVersion:(NSInteger)aVersion;
@property(readonly) Class classForCoder;
- (nullable id)replacementObjectForCoder:(NSCoder *)coder;
- (nullable id)awakeAfterUsingCoder:(NSCoder *)coder;
@end
@interface NSObject (NSKeyedArchiverObjectSubstitution)
@property(nullable, readonly) Class classForKeyedArchiver;
- (nullable id)replacementObjectForKeyedArchiver:(NSKeyedArchiver *)archiver;
+ (NSArray<NSString *> *)classFallbacksForKeyedArchiver;
@end
@interface NSObject (NSKeyedUnarchiverObjectSubstitution)
+ (Class)classForKeyedUnarchiver;
@end

// NSCoder.h
typedef NS_ENUM(NSInteger, NSDecodingFailurePolicy) {
  NSDecodingFailurePolicyRaiseException,
  NSDecodingFailurePolicySetErrorAndReturn,
} NS_SWIFT_NAME(NSCoder.DecodingFailurePolicy);
@interface NSCoder : NSObject
- (void)encodeValueOfObjCType:(const char *)type at:(const void *)addr;
- (void)encodeDataObject:(NSData *)data;
- (nullable NSData *)decodeDataObject;
- (void)decodeValueOfObjCType:(const char *)type at:(void *)data size:(NSUInteger)size;
- (NSInteger)versionForClassName:(NSString *)className;
@end
@interface NSCoder (NSExtendedCoder)
- (void)encodeObject:(nullable id)object;
- (void)encodeRootObject:(id)rootObject;
- (void)encodeBycopyObject:(nullable id)anObject;
- (void)encodeByrefObject:(nullable id)anObject;
- (void)encodeConditionalObject:(nullable id)object;
- (void)encodeValuesOfObjCTypes:(const char *)types, ...;
- (void)encodeArrayOfObjCType:(const char *)type count:(NSUInteger)count at:(const void *)array;
- (void)encodeBytes:(nullable const void *)byteaddr length:(NSUInteger)length;
- (nullable id)decodeObject;
- (void)decodeValuesOfObjCTypes:(const char *)types, ...;
- (void)decodeArrayOfObjCType:(const char *)itemType count:(NSUInteger)count at:(void *)array;
- (nullable void *)decodeBytesWithReturnedLength:(NSUInteger *)lengthp __attribute__((objc_returns_inner_pointer));
- (void)encodePropertyList:(id)aPropertyList;
- (nullable id)decodePropertyList;
@property(readonly) unsigned int systemVersion;
@property(readonly) BOOL allowsKeyedCoding;
- (void)encodeObject:(nullable id)object forKey:(NSString *)key;
- (void)encodeConditionalObject:(nullable id)object forKey:(NSString *)key;
- (void)encodeBool:(BOOL)value forKey:(NSString *)key;
- (void)encodeInt:(int)value forKey:(NSString *)key;
- (void)encodeInt32:(int32_t)value forKey:(NSString *)key;
- (void)encodeInt64:(int64_t)value forKey:(NSString *)key;
- (void)encodeFloat:(float)value forKey:(NSString *)key;
- (void)encodeDouble:(double)value forKey:(NSString *)key;
- (void)encodeBytes:(nullable const uint8_t *)bytes length:(NSUInteger)length forKey:(NSString *)key;
- (BOOL)containsValueForKey:(NSString *)key;
- (nullable id)decodeObjectForKey:(NSString *)key;
- (BOOL)decodeBoolForKey:(NSString *)key;
- (int)decodeIntForKey:(NSString *)key;
- (int32_t)decodeInt32ForKey:(NSString *)key;
- (int64_t)decodeInt64ForKey:(NSString *)key;
- (float)decodeFloatForKey:(NSString *)key;
- (double)decodeDoubleForKey:(NSString *)key;
- (nullable const uint8_t *)decodeBytesForKey:(NSString *)key returnedLength:(nullable NSUInteger *)lengthp
    __attribute__((objc_returns_inner_pointer));
- (void)encodeInteger:(NSInteger)value forKey:(NSString *)key;
- (NSInteger)decodeIntegerForKey:(NSString *)key;
@property(readonly) BOOL requiresSecureCoding;
- (nullable id)decodeObjectOfClass:(Class)aClass forKey:(NSString *)key;
- (nullable NSArray *)decodeArrayOfObjectsOfClass:(Class)cls forKey:(NSString *)key NS_REFINED_FOR_SWIFT;
- (nullable NSDictionary *)decodeDictionaryWithKeysOfClass:(Class)keyCls
                                            objectsOfClass:(Class)objectCls
                                                    forKey:(NSString *)key NS_REFINED_FOR_SWIFT;
- (nullable id)decodeObjectOfClasses:(nullable NSSet<Class> *)classes
                              forKey:(NSString *)key NS_REFINED_FOR_SWIFT;
- (nullable NSArray *)decodeArrayOfObjectsOfClasses:(NSSet<Class> *)classes
                                             forKey:(NSString *)key NS_REFINED_FOR_SWIFT;
- (nullable NSDictionary *)decodeDictionaryWithKeysOfClasses:(NSSet<Class> *)keyClasses
                                            objectsOfClasses:(NSSet<Class> *)objectClasses
                                                      forKey:(NSString *)key NS_REFINED_FOR_SWIFT;
- (nullable id)decodePropertyListForKey:(NSString *)key;
@property(nullable, readonly, copy) NSSet<Class> *allowedClasses;
- (void)failWithError:(NSError *)error;
@property(readonly) NSDecodingFailurePolicy decodingFailurePolicy;
@property(nullable, readonly, copy) NSError *error;
@end
@interface NSCoder (NSDeprecated)
- (void)decodeValueOfObjCType:(const char *)type at:(void *)data __attribute__((deprecated));
@end
@interface NSKeyedArchiver : NSCoder
@end

// Strings, data, values
@interface NSString : NSObject <NSCopying, NSMutableCopying, NSSecureCoding>
@property(readonly) NSUInteger length;
- (unsigned short)characterAtIndex:(NSUInteger)index;
- (instancetype)init NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
- (instancetype)initWithString:(NSString *)aString;
@end
@interface NSMutableString : NSString
@end
@interface NSData : NSObject <NSCopying, NSMutableCopying, NSSecureCoding>
@property(readonly) NSUInteger length;
@property(readonly) const void *bytes __attribute__((objc_returns_inner_pointer));
- (instancetype)initWithData:(NSData *)data;
- (instancetype)initWithBytes:(nullable const void *)bytes length:(NSUInteger)length;
@end
@interface NSMutableData : NSData
- (void)appendData:(NSData *)other;
@end
typedef struct _NSRange { NSUInteger location; NSUInteger length; } NSRange;
@interface NSValue : NSObject <NSCopying, NSSecureCoding>
- (void)getValue:(void *)value size:(NSUInteger)size;
@property(readonly) const char *objCType __attribute__((objc_returns_inner_pointer));
- (instancetype)initWithBytes:(const void *)value objCType:(const char *)type NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
@end
@interface NSValue (NSValueRangeExtensions)
+ (NSValue *)valueWithRange:(NSRange)range;
@property(readonly) NSRange rangeValue;
@end
@interface NSNumber : NSValue
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
- (NSNumber *)initWithChar:(char)value NS_DESIGNATED_INITIALIZER;
- (NSNumber *)initWithUnsignedChar:(unsigned char)value NS_DESIGNATED_INITIALIZER;
- (NSNumber *)initWithShort:(short)value NS_DESIGNATED_INITIALIZER;
- (NSNumber *)initWithUnsignedShort:(unsigned short)value NS_DESIGNATED_INITIALIZER;
- (NSNumber *)initWithInt:(int)value NS_DESIGNATED_INITIALIZER;
- (NSNumber *)initWithUnsignedInt:(unsigned int)value NS_DESIGNATED_INITIALIZER;
- (NSNumber *)initWithLongLong:(long long)value NS_DESIGNATED_INITIALIZER;
- (NSNumber *)initWithUnsignedLongLong:(unsigned long long)value NS_DESIGNATED_INITIALIZER;
- (NSNumber *)initWithFloat:(float)value NS_DESIGNATED_INITIALIZER;
- (NSNumber *)initWithDouble:(double)value NS_DESIGNATED_INITIALIZER;
- (NSNumber *)initWithBool:(BOOL)value NS_DESIGNATED_INITIALIZER;
- (NSNumber *)initWithInteger:(NSInteger)value NS_DESIGNATED_INITIALIZER;
- (NSNumber *)initWithUnsignedInteger:(NSUInteger)value NS_DESIGNATED_INITIALIZER;
@property(readonly) char charValue;
@property(readonly) unsigned char unsignedCharValue;
@property(readonly) short shortValue;
@property(readonly) unsigned short unsignedShortValue;
@property(readonly) int intValue;
@property(readonly) unsigned int unsignedIntValue;
@property(readonly) long long longLongValue;
@property(readonly) unsigned long long unsignedLongLongValue;
@property(readonly) float floatValue;
@property(readonly) double doubleValue;
@property(readonly) BOOL boolValue;
@property(readonly) NSInteger integerValue;
@property(readonly) NSUInteger unsignedIntegerValue;
@property(readonly, copy) NSString *stringValue;
@end
typedef NS_ENUM(NSUInteger, NSRoundingMode) { NSRoundPlain, NSRoundDown, NSRoundUp, NSRoundBankers }
    NS_SWIFT_NAME(NSDecimalNumber.RoundingMode);
typedef struct {
  signed int _exponent : 8;
  unsigned int _length : 4;
  unsigned int _isNegative : 1;
  unsigned int _isCompact : 1;
  unsigned int _reserved : 18;
  unsigned short _mantissa[8];
} NSDecimal NS_SWIFT_NAME(Decimal);
@protocol NSDecimalNumberBehaviors
- (NSRoundingMode)roundingMode;
- (short)scale;
@end
@interface NSDecimalNumber : NSNumber
- (instancetype)initWithDecimal:(NSDecimal)dcm NS_DESIGNATED_INITIALIZER;
@property(class, readonly, copy) NSDecimalNumber *notANumber;
@end
@interface NSNumber (NSDecimalNumberExtensions)
@property(readonly) NSDecimal decimalValue;
@end
@interface NSDecimalNumberHandler : NSObject <NSDecimalNumberBehaviors, NSSecureCoding>
@end
@interface NSNull : NSObject <NSCopying, NSSecureCoding>
+ (NSNull *)null;
@end
@interface NSDate : NSObject <NSCopying, NSSecureCoding>
@property(readonly) NSTimeInterval timeIntervalSinceReferenceDate;
- (instancetype)init NS_DESIGNATED_INITIALIZER;
- (instancetype)initWithTimeIntervalSinceReferenceDate:(NSTimeInterval)ti NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
@end
@interface NSUUID : NSObject <NSCopying, NSSecureCoding>
- (instancetype)init NS_DESIGNATED_INITIALIZER;
@end
@interface NSURL : NSObject <NSSecureCoding, NSCopying>
@property(nullable, readonly, copy) NSString *scheme;
@property(nullable, readonly, copy) NSString *absoluteString;
@property(readonly, copy) NSString *relativeString;
@property(nullable, readonly, copy) NSURL *baseURL;
- (nullable instancetype)initWithString:(NSString *)URLString relativeToURL:(nullable NSURL *)baseURL;
@end
typedef NSString *NSErrorDomain;
typedef NSString *NSErrorUserInfoKey;
extern NSErrorUserInfoKey const NSLocalizedDescriptionKey;
extern NSErrorUserInfoKey const NSLocalizedFailureReasonErrorKey;
extern NSErrorUserInfoKey const NSLocalizedRecoverySuggestionErrorKey;
@interface NSError : NSObject <NSCopying, NSSecureCoding>
@property(readonly, copy) NSErrorDomain domain;
@property(readonly) NSInteger code;
@property(readonly, copy) NSString *localizedDescription;
@end

// Collections
@interface NSEnumerator<ObjectType> : NSObject <NSFastEnumeration>
- (nullable ObjectType)nextObject;
@end
@interface NSArray<__covariant ObjectType> : NSObject <NSCopying, NSMutableCopying, NSSecureCoding, NSFastEnumeration>
@property(readonly) NSUInteger count;
- (ObjectType)objectAtIndex:(NSUInteger)index;
- (instancetype)init NS_DESIGNATED_INITIALIZER;
- (instancetype)initWithObjects:(const ObjectType _Nonnull[_Nullable])objects
                          count:(NSUInteger)cnt NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
- (instancetype)initWithArray:(NSArray<ObjectType> *)array;
@end
@interface NSMutableArray<ObjectType> : NSArray<ObjectType>
- (void)addObject:(ObjectType)anObject;
- (instancetype)init NS_DESIGNATED_INITIALIZER;
- (instancetype)initWithCapacity:(NSUInteger)numItems NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
@end
@interface NSSet<__covariant ObjectType> : NSObject <NSCopying, NSMutableCopying, NSSecureCoding, NSFastEnumeration>
@property(readonly) NSUInteger count;
@property(readonly, copy) NSArray<ObjectType> *allObjects;
- (NSEnumerator<ObjectType> *)objectEnumerator;
- (instancetype)init NS_DESIGNATED_INITIALIZER;
- (instancetype)initWithObjects:(const ObjectType _Nonnull[_Nullable])objects
                          count:(NSUInteger)cnt NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
- (instancetype)initWithArray:(NSArray<ObjectType> *)array;
@end
@interface NSMutableSet<ObjectType> : NSSet<ObjectType>
- (void)addObject:(ObjectType)object;
- (instancetype)init NS_DESIGNATED_INITIALIZER;
- (instancetype)initWithCapacity:(NSUInteger)numItems NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
@end
@interface NSCountedSet<ObjectType> : NSMutableSet<ObjectType>
- (instancetype)initWithCapacity:(NSUInteger)numItems NS_DESIGNATED_INITIALIZER;
- (instancetype)initWithArray:(NSArray<ObjectType> *)array;
- (NSUInteger)countForObject:(ObjectType)object;
- (void)addObject:(ObjectType)object;
@end
@interface NSOrderedSet<__covariant ObjectType>
    : NSObject <NSCopying, NSMutableCopying, NSSecureCoding, NSFastEnumeration>
@property(readonly) NSUInteger count;
- (instancetype)init NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
- (instancetype)initWithArray:(NSArray<ObjectType> *)array;
@property(readonly, strong) NSArray<ObjectType> *array;
@end
@interface NSMutableOrderedSet<ObjectType> : NSOrderedSet<ObjectType>
- (instancetype)init NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
@end
@interface NSDictionary<__covariant KeyType, __covariant ObjectType>
    : NSObject <NSCopying, NSMutableCopying, NSSecureCoding, NSFastEnumeration>
@property(readonly) NSUInteger count;
- (nullable ObjectType)objectForKey:(KeyType)aKey;
@property(readonly, copy) NSArray<KeyType> *allKeys;
- (instancetype)init NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
- (instancetype)initWithDictionary:(NSDictionary<KeyType, ObjectType> *)otherDictionary;
@end
@interface NSMutableDictionary<KeyType, ObjectType> : NSDictionary<KeyType, ObjectType>
- (instancetype)init NS_DESIGNATED_INITIALIZER;
- (instancetype)initWithCapacity:(NSUInteger)numItems NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
@end
@interface NSCharacterSet : NSObject <NSCopying, NSMutableCopying, NSSecureCoding>
@property(class, readonly, copy) NSCharacterSet *whitespaceCharacterSet;
+ (NSCharacterSet *)characterSetWithBitmapRepresentation:(NSData *)data;
+ (NSCharacterSet *)characterSetWithRange:(NSRange)aRange;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
@property(readonly, copy) NSData *bitmapRepresentation;
@end
@interface NSMutableCharacterSet : NSCharacterSet <NSCopying, NSMutableCopying, NSSecureCoding>
+ (NSMutableCharacterSet *)characterSetWithBitmapRepresentation:(NSData *)data;
@end
@interface NSIndexSet : NSObject <NSCopying, NSMutableCopying, NSSecureCoding>
@end
@interface NSIndexPath : NSObject <NSCopying, NSSecureCoding>
@end
@interface NSAttributedString : NSObject <NSCopying, NSMutableCopying, NSSecureCoding>
@end

// Others
@interface NSLocale : NSObject <NSCopying, NSSecureCoding>
@end
@interface NSTimeZone : NSObject <NSCopying, NSSecureCoding>
@end
@interface NSCalendar : NSObject <NSCopying, NSSecureCoding>
@end
@interface NSDateComponents : NSObject <NSCopying, NSSecureCoding>
@end
@interface NSDateInterval : NSObject <NSCopying, NSSecureCoding>
@property(readonly, copy) NSDate *startDate;
@property(readonly, copy) NSDate *endDate;
@property(readonly) NSTimeInterval duration;
- (instancetype)init;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
- (instancetype)initWithStartDate:(NSDate *)startDate duration:(NSTimeInterval)duration NS_DESIGNATED_INITIALIZER;
@end
@interface NSUnit : NSObject <NSCopying, NSSecureCoding>
@property(readonly, copy) NSString *symbol;
@end
@interface NSUnitConverter : NSObject
@end
@interface NSMeasurement<UnitType : NSUnit *> : NSObject <NSCopying, NSSecureCoding>
@property(readonly, copy) UnitType unit;
@property(readonly) double doubleValue;
@end
@interface NSPersonNameComponents : NSObject <NSCopying, NSSecureCoding>
@property(nullable, copy) NSString *givenName;
@property(nullable, copy) NSPersonNameComponents *phoneticRepresentation;
@end
typedef NSString *NSNotificationName NS_TYPED_EXTENSIBLE_ENUM NS_SWIFT_NAME(NSNotification.Name);
@interface NSNotification : NSObject <NSCopying, NSCoding>
@property(readonly, copy) NSNotificationName name;
@property(nullable, readonly, retain) id object;
@property(nullable, readonly, copy) NSDictionary *userInfo;
- (instancetype)initWithName:(NSNotificationName)name
                      object:(nullable id)object
                    userInfo:(nullable NSDictionary *)userInfo NS_DESIGNATED_INITIALIZER;
- (nullable instancetype)initWithCoder:(NSCoder *)coder NS_DESIGNATED_INITIALIZER;
@end
typedef NS_OPTIONS(NSUInteger, NSRegularExpressionOptions) {
  NSRegularExpressionCaseInsensitive = 1 << 0,
} NS_SWIFT_NAME(NSRegularExpression.Options);
@interface NSRegularExpression : NSObject <NSCopying, NSSecureCoding>
- (nullable instancetype)initWithPattern:(NSString *)pattern
                                 options:(NSRegularExpressionOptions)options
                                   error:(NSError **)error NS_DESIGNATED_INITIALIZER;
@end
typedef NS_ENUM(NSUInteger, NSPropertyListFormat) {
  NSPropertyListOpenStepFormat NS_SWIFT_NAME(openStep) = 1,
  NSPropertyListXMLFormat_v1_0 NS_SWIFT_NAME(xml) = 100,
  NSPropertyListBinaryFormat_v1_0 NS_SWIFT_NAME(binary) = 200,
} NS_SWIFT_NAME(PropertyListSerialization.PropertyListFormat);
NS_SWIFT_NAME(PropertyListSerialization)
@interface NSPropertyListSerialization : NSObject
+ (nullable NSData *)dataWithPropertyList:(id)plist
                                   format:(NSPropertyListFormat)format
                                  options:(NSUInteger)opt
                                    error:(NSError **)error NS_SWIFT_NAME(data(fromPropertyList:format:options:));
@end
NS_SWIFT_NAME(Thread)
@interface NSThread : NSObject
+ (void)detachNewThreadWithBlock:(void (NS_SWIFT_SENDABLE ^)(void))block;
@end

#if TARGET_OS_OSX || TARGET_OS_MACCATALYST
// There is none on iOS, tvOS, watchOS and visionOS.
typedef struct { CGFloat m11, m12, m21, m22, tX, tY; } NSAffineTransformStruct;
@interface NSAffineTransform : NSObject <NSCopying, NSSecureCoding>
- (instancetype)init NS_DESIGNATED_INITIALIZER;
@property NSAffineTransformStruct transformStruct;
@end
#endif
#pragma clang assume_nonnull end
