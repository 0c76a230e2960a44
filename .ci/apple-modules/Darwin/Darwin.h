// What Apple's module Darwin declares, as far as the sources use it.
#pragma once
typedef unsigned char uint8_t;
typedef unsigned short uint16_t, mode_t, nlink_t, sa_family_t;
typedef unsigned int uint32_t, uid_t, gid_t, sigset_t, nfds_t;
typedef int int32_t, dev_t, blksize_t, pid_t;
typedef long long int64_t, off_t, blkcnt_t;
typedef unsigned long long uint64_t, ino_t;
typedef long time_t, ssize_t;
typedef unsigned long size_t;
struct timespec { time_t tv_sec; long tv_nsec; };
struct stat {
  dev_t st_dev; mode_t st_mode; nlink_t st_nlink; ino_t st_ino; uid_t st_uid; gid_t st_gid; dev_t st_rdev;
  struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
  off_t st_size; blkcnt_t st_blocks; blksize_t st_blksize; uint32_t st_flags, st_gen; int32_t st_lspare;
  int64_t st_qspare[2];
};
int stat(const char *, struct stat *);
int lstat(const char *, struct stat *);
int fstat(int, struct stat *);
int fstatat(int, const char *, struct stat *, int);
int fchmod(int, mode_t);
int fchown(int, uid_t, gid_t);
int flock(int, int);
int fsync(int);
int isatty(int);
int close(int);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
ssize_t pread(int, void *, size_t, off_t);
ssize_t readlinkat(int, const char *, char *, size_t);
int linkat(int, const char *, int, const char *, int);
int renameat(int, const char *, int, const char *);
int unlinkat(int, const char *, int);
struct pollfd { int fd; short events; short revents; };
int poll(struct pollfd *, nfds_t, int);
typedef struct { int __dd_fd; } DIR;
struct dirent {
  uint64_t d_ino, d_seekoff; uint16_t d_reclen, d_namlen; uint8_t d_type; char d_name[1024];
};
DIR *fdopendir(int);
int closedir(DIR *);
struct dirent *readdir(DIR *);
void *malloc(size_t);
void free(void *);
void *memcpy(void *, const void *, size_t);
int memcmp(const void *, const void *, size_t);
size_t strlen(const char *);
char *strerror(int);
int raise(int);
int sigfillset(sigset_t *);
int sigemptyset(sigset_t *);
int sigaddset(sigset_t *, int);
int sigismember(const sigset_t *, int);
int sigpending(sigset_t *);
int sigwait(const sigset_t * restrict, int * restrict);
int pthread_sigmask(int, const sigset_t *, sigset_t *);
void (*signal(int, void (*)(int)))(int);
typedef void (*sig_t)(int);
pid_t getpid(void);
uid_t geteuid(void);
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x00000004
#define O_APPEND 0x00000008
#define O_NOFOLLOW 0x00000100
#define O_CREAT 0x00000200
#define O_TRUNC 0x00000400
#define O_EXCL 0x00000800
#define O_NOCTTY 0x00020000
#define O_DIRECTORY 0x00100000
#define O_CLOEXEC 0x01000000
#define O_EXEC 0x40000000
#define O_SEARCH (O_EXEC | O_DIRECTORY)
#define AT_FDCWD -2
#define AT_SYMLINK_NOFOLLOW 0x0020
#define AT_SYMLINK_FOLLOW 0x0040
#define F_DUPFD_CLOEXEC 67
#define F_FULLFSYNC 51
#define LOCK_SH 0x01
#define LOCK_EX 0x02
#define LOCK_NB 0x04
#define LOCK_UN 0x08
#define POLLIN 0x0001
#define POLLOUT 0x0004
#define SIG_BLOCK 1
#define SIG_UNBLOCK 2
#define SIG_SETMASK 3
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGPIPE 13
#define SIGTERM 15
#define SIGXFSZ 25
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define EBADF 9
#define ENOMEM 12
#define EACCES 13
#define EEXIST 17
#define ENOTDIR 20
#define ENOTTY 25
#define EISDIR 21
#define EINVAL 22
#define EFBIG 27
#define ENOSPC 28
#define EROFS 30
#define EPIPE 32
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
#define ENOTSUP 45
#define EOPNOTSUPP 102
#define ELOOP 62
#define ENAMETOOLONG 63
#define EDQUOT 69
#define ENOSYS 78
#define EOVERFLOW 84
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
struct _opaque_pthread_t;
typedef struct _opaque_pthread_t *pthread_t;
pthread_t pthread_self(void);
size_t pthread_get_stacksize_np(pthread_t);
void *pthread_get_stackaddr_np(pthread_t);
