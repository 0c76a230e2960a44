// What Apple's module ObjectiveC declares, as far as the sources and the module Foundation beside this one use it.
#pragma once
#ifndef nil
#define nil ((id)0)
#endif
#pragma clang assume_nonnull begin
typedef _Bool BOOL;
typedef long NSInteger;
typedef unsigned long NSUInteger;
typedef struct _NSZone NSZone;
typedef id _Nullable (*IMP)(id _Nonnull, SEL _Nonnull, ...);
#define OBJC_SWIFT_UNAVAILABLE(text) __attribute__((availability(swift, unavailable, message = text)))

IMP _Nullable class_getMethodImplementation(Class _Nullable cls, SEL name);
typedef struct objc_ivar *Ivar;
Ivar _Nonnull *_Nullable class_copyIvarList(Class _Nullable cls, unsigned int *_Nullable outCount);
Class _Nullable class_getSuperclass(Class _Nullable cls);

@class NSString, NSMethodSignature;

@protocol NSObject
- (BOOL)isEqual:(nullable id)object;
@property(readonly) NSUInteger hash;
@property(readonly) Class superclass;
- (Class)class OBJC_SWIFT_UNAVAILABLE("use 'type(of: anObject)' instead");
- (instancetype)self;
- (BOOL)isProxy;
- (BOOL)isKindOfClass:(Class)aClass;
- (BOOL)isMemberOfClass:(Class)aClass;
- (BOOL)conformsToProtocol:(Protocol *)aProtocol;
- (BOOL)respondsToSelector:(SEL)aSelector;
@property(readonly, copy) NSString *description;
@optional
@property(readonly, copy) NSString *debugDescription;
@end

__attribute__((objc_root_class))
@interface NSObject <NSObject> {
  Class isa;
}
+ (void)load;
+ (void)initialize;
- (instancetype)init __attribute__((objc_designated_initializer));
+ (instancetype)new OBJC_SWIFT_UNAVAILABLE("use object initializers instead");
+ (instancetype)alloc OBJC_SWIFT_UNAVAILABLE("use object initializers instead");
- (void)dealloc OBJC_SWIFT_UNAVAILABLE("use 'deinit' to define a de-initializer");
- (id)copy;
- (id)mutableCopy;
+ (BOOL)instancesRespondToSelector:(SEL)aSelector;
+ (BOOL)conformsToProtocol:(Protocol *)protocol;
+ (NSUInteger)hash;
+ (Class)superclass;
+ (Class)class OBJC_SWIFT_UNAVAILABLE("use 'self' instead");
+ (NSString *)description;
+ (NSString *)debugDescription;
@end
#pragma clang assume_nonnull end
