/* SPDX-License-Identifier: BSD-3-Clause */

/*
 * Unit test of the hugepage back-end with both kinds of files: the promises of
 * mem_backend.h on real hugepages, names and locks of the files, what is left of
 * them. Reserves the pages; skipped where that is not allowed.
 */

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <rte_common.h>

#include "huge_pages.h"
#include "eal_config.h"
#include "linux_numa.h"
#include "mem_backend.h"
#include "mem_seg.h"
#include "page_access.h"
#include "unit.h"

#define N_PAGES 8u  /* that the system has */
#define N_AREA 16u  /* that the area has room for */
#define POPULATE 23 /* MADV_POPULATE_WRITE */

static unsigned int unit_log_lines;
static char unit_log_text[256]; /* the last line */

static struct mem_area area = {
	.len = N_AREA * HUGE_PAGE_SZ,
	.page_sz = HUGE_PAGE_SZ,
	.socket_id = 2,
	.nr = 7,
};
static const struct mem_backend *huge;
static char dir[64];

static int bind_node = -1;
static int populate_error; /* errno of populating, 0 = it works */
static bool punch_fails;
static int flock_error; /* errno of flock(), 0 = it works */
static unsigned int n_to_remove; /* so often another process removes the file before its lock */
static bool truncate_fails;      /* no file gets longer */
static unsigned int n_closed_named; /* descriptors closed while the file had its name */

int
rte_log(uint32_t level, uint32_t type, const char *format, ...)
{
	va_list values;

	(void)level;
	(void)type;
	va_start(values, format);
	vsnprintf(unit_log_text, sizeof(unit_log_text), format, values);
	va_end(values);
	unit_log_lines++;
	return 0;
}

int
mem_numa_bind(void *addr, size_t len, int node, bool strict)
{
	UNIT_CHECK(addr != NULL && len > 0 && strict);
	bind_node = node;
	return -ENOSYS;
}

/* Instead of the C library's. */
int
madvise(void *addr, size_t len, int advice)
{
	if (advice == POPULATE && populate_error != 0) {
		errno = populate_error;
		return -1;
	}
	return (int)syscall(SYS_madvise, addr, len, advice);
}

int
fallocate(int fd, int mode, off_t offset, off_t len)
{
	if (punch_fails && mode != 0) {
		errno = EIO;
		return -1;
	}
	return (int)syscall(SYS_fallocate, fd, mode, offset, len);
}

static const char *
file_path(void)
{
	static char path[128];

	snprintf(path, sizeof(path), "%s/unitmap_7", dir);
	return path;
}

int
close(int fd)
{
	n_closed_named += access(file_path(), F_OK) == 0;
	return (int)syscall(SYS_close, fd);
}

int
ftruncate(int fd, off_t len)
{
	if (truncate_fails && len > 0) {
		errno = EFBIG;
		return -1;
	}
	return (int)syscall(SYS_ftruncate, fd, len);
}

int
flock(int fd, int operation)
{
	if (n_to_remove > 0) {
		n_to_remove--;
		unlink(file_path());
	}
	if (flock_error != 0) {
		errno = flock_error;
		return -1;
	}
	return (int)syscall(SYS_flock, fd, operation);
}

static char *
page(unsigned int nr)
{
	return (char *)area.addr + nr * HUGE_PAGE_SZ;
}

static bool
is_zero(unsigned int first, unsigned int n)
{
	const uint64_t *word = (const void *)page(first);
	size_t left = n * HUGE_PAGE_SZ / sizeof(*word);

	while (left > 0 && *word == 0) {
		left--;
		word++;
	}
	return left == 0;
}

static int
get(unsigned int first, unsigned int n)
{
	int rc = huge->open(&area, page(first), n * HUGE_PAGE_SZ);

	return rc == 0 ? huge->populate(&area, page(first), n * HUGE_PAGE_SZ) : rc;
}

static int
put(unsigned int first, unsigned int n)
{
	return huge->close(&area, page(first), n * HUGE_PAGE_SZ);
}

static void
check_pages(void)
{
	UNIT_CHECK(get(3, 2) == 0 && is_zero(3, 2));
	UNIT_CHECK(huge_count_free() == N_PAGES - 2);
	UNIT_CHECK(faults(page(2)) && faults(page(5)));
	UNIT_CHECK(huge->bind(&area, page(3), HUGE_PAGE_SZ) == -ENOSYS && bind_node == 2);
	memset(page(3), 0x5a, 2 * HUGE_PAGE_SZ);
	UNIT_CHECK(huge->populate(&area, page(3), 2 * HUGE_PAGE_SZ) == 0 && page(4)[9] == 0x5a);

	UNIT_CHECK(put(3, 1) == 0);
	UNIT_CHECK(faults(page(3)) && page(4)[0] == 0x5a);
	UNIT_CHECK(huge_count_free() == N_PAGES - 1);
	UNIT_CHECK(get(2, 2) == 0 && is_zero(2, 2) && page(4)[0] == 0x5a);
	UNIT_CHECK(put(2, 3) == 0 && faults(page(4)));
	UNIT_CHECK(huge_count_free() == N_PAGES);
}

/* More than there is: nothing is taken, promised or mapped. */
static void
check_too_many(void)
{
	UNIT_CHECK(get(0, 2) == 0);
	memset(page(0), 0x5a, 2 * HUGE_PAGE_SZ);
	UNIT_CHECK(get(4, N_PAGES) == -ENOMEM && faults(page(4)));
	UNIT_CHECK(huge_count_free() == N_PAGES - 2);
	UNIT_CHECK(huge_count("resv_hugepages") == 0);
	UNIT_CHECK(page(1)[0] == 0x5a && put(0, 2) == 0);
}

/* Promised and not delivered is an error, after which nothing is promised any more. */
static void
check_not_delivered(void)
{
	populate_error = EFAULT;
	UNIT_CHECK(get(1, 3) == -ENOMEM);
	populate_error = EHWPOISON;
	UNIT_CHECK(huge->populate(&area, page(1), HUGE_PAGE_SZ) == -ENOMEM);
	populate_error = 0;
	UNIT_CHECK(put(1, 3) == 0 && faults(page(1)));
	UNIT_CHECK(huge_count("resv_hugepages") == 0 && huge_count_free() == N_PAGES);
}

/* A kernel that does not know how to populate: the file gets the pages. */
static void
check_old_kernel(void)
{
	populate_error = EINVAL;
	UNIT_CHECK(get(1, 2) == 0 && is_zero(1, 2));
	UNIT_CHECK(huge_count_free() == N_PAGES - 2);
	memset(page(1), 0x5a, HUGE_PAGE_SZ);
	UNIT_CHECK(huge->populate(&area, page(1), 2 * HUGE_PAGE_SZ) == 0 && page(1)[1] == 0x5a);
	UNIT_CHECK(put(1, 2) == 0 && huge_count_free() == N_PAGES);
	populate_error = 0;
}

/* What the kernel does not take back is closed all the same, and zero when it is got again. */
static void
check_kept_page(void)
{
	UNIT_CHECK(get(1, 2) == 0);
	memset(page(1), 0x5a, 2 * HUGE_PAGE_SZ);
	punch_fails = true;
	UNIT_CHECK(put(1, 2) == 0 && faults(page(1)) && faults(page(2)));
	UNIT_CHECK(get(2, 1) == -EIO && faults(page(2)));
	punch_fails = false;
	UNIT_CHECK(get(2, 1) == 0 && is_zero(2, 1));
	UNIT_CHECK(get(1, 1) == 0 && is_zero(1, 1));
	UNIT_CHECK(put(1, 2) == 0 && huge_count_free() == N_PAGES);
}

/* Who maps the file sees the memory. */
static void
check_fd(void)
{
	size_t offset = 0;
	char *other;
	int fd;

	UNIT_CHECK(get(5, 1) == 0);
	page(5)[77] = 0x5a;
	fd = huge->get_fd(&area, page(5), &offset);
	UNIT_CHECK(fd >= 0 && offset == 5 * HUGE_PAGE_SZ);
	other = mmap(NULL, HUGE_PAGE_SZ, PROT_READ, MAP_SHARED, fd, (off_t)offset);
	UNIT_CHECK(other != MAP_FAILED && other[77] == 0x5a);
	munmap(other, HUGE_PAGE_SZ);
	UNIT_CHECK(huge->get_fd(&area, page(5) + 77, &offset) == fd &&
			offset == 5 * HUGE_PAGE_SZ + 77);
	UNIT_CHECK(put(5, 1) == 0);
}

static void
check_operations(void)
{
	check_pages();
	check_too_many();
	check_not_delivered();
	check_old_kernel();
	check_kept_page();
	check_fd();
}

/* Unmap what is open, then end. */
static void
drop_files(void)
{
	UNIT_CHECK(mmap(area.addr, area.len, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS |
			MAP_NORESERVE | MAP_FIXED, -1, 0) == area.addr);
	mem_backend_drop_files();
}

static bool
file_exists(const char *name)
{
	struct stat status;
	char path[128];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return stat(path, &status) == 0;
}

static int
add_file(enum eal_huge_unlink mode)
{
	struct eal_config cfg;

	memset(&cfg, 0, sizeof(cfg));
	strcpy(cfg.file_prefix, "unit");
	cfg.huge_unlink = mode;
	return mem_backend_add_hugetlbfs(&area, dir, &cfg);
}

/* Is a lock on the file in the way of who would remove it? */
static bool
is_in_use(void)
{
	int fd = open(file_path(), O_RDONLY | O_CLOEXEC);
	bool locked;

	locked = flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
	close(fd);
	return locked;
}

/* A file of one's own: there while it is used, and then gone with its pages. */
static void
check_existing(void)
{
	UNIT_CHECK(add_file(EAL_UNLINK_EXISTING) == 0);
	UNIT_CHECK(file_exists("unitmap_7") && huge_count_files(dir) == 1 && is_in_use());
	check_operations();
	UNIT_CHECK(get(0, 1) == 0);
	drop_files();
	UNIT_CHECK(huge_count_files(dir) == 0);
	UNIT_CHECK(huge_count_free() == N_PAGES);
}

static void
check_always(void)
{
	UNIT_CHECK(add_file(EAL_UNLINK_ALWAYS) == 0 && huge_count_files(dir) == 0);
	check_operations();
	drop_files();
	UNIT_CHECK(huge_count_files(dir) == 0);
}

/* A file that stays has one user at a time, and nothing of the last one is to be seen. */
static void
check_never(void)
{
	UNIT_CHECK(add_file(EAL_UNLINK_NEVER) == 0 && is_in_use());
	UNIT_CHECK(get(0, 2) == 0);
	memset(page(0), 0x5a, 2 * HUGE_PAGE_SZ);
	unit_log_lines = 0;
	UNIT_CHECK(add_file(EAL_UNLINK_NEVER) == -EBUSY && unit_log_lines == 1);
	UNIT_CHECK(add_file(EAL_UNLINK_EXISTING) == -EBUSY && unit_log_lines == 2);
	UNIT_CHECK(page(1)[0] == 0x5a && is_in_use());
	drop_files();
	UNIT_CHECK(file_exists("unitmap_7") && !is_in_use());

	UNIT_CHECK(add_file(EAL_UNLINK_NEVER) == 0);
	UNIT_CHECK(get(1, N_PAGES - 1) == 0 && is_zero(1, N_PAGES - 1));
	UNIT_CHECK(put(1, N_PAGES - 1) == 0);
	drop_files();
	UNIT_CHECK(huge_count_files(dir) == 1);
}

/* A file that cannot be used goes, and before its locks: others may take it from then on. */
static void
check_no_use(void)
{
	n_closed_named = 0;
	flock_error = ENOLCK;
	unit_log_lines = 0;
	UNIT_CHECK(add_file(EAL_UNLINK_EXISTING) == -ENOLCK && unit_log_lines == 1);
	UNIT_CHECK(add_file(EAL_UNLINK_ALWAYS) == -ENOLCK && unit_log_lines == 2);
	flock_error = 0;
	UNIT_CHECK(strstr(unit_log_text, "--huge-dir") != NULL);
	truncate_fails = true;
	UNIT_CHECK(add_file(EAL_UNLINK_EXISTING) == -EFBIG && unit_log_lines == 3);
	UNIT_CHECK(add_file(EAL_UNLINK_NEVER) == -EFBIG && unit_log_lines == 4);
	truncate_fails = false;
	UNIT_CHECK(n_closed_named == 0);
	UNIT_CHECK(huge_count_files(dir) == 0);
}

/* Another process may remove the file before it is locked, but not for ever. */
static void
check_removed(void)
{
	n_to_remove = 9;
	unit_log_lines = 0;
	UNIT_CHECK(add_file(EAL_UNLINK_EXISTING) == 0 && unit_log_lines == 0);
	UNIT_CHECK(file_exists("unitmap_7") && is_in_use());
	drop_files();
	n_to_remove = 10;
	UNIT_CHECK(add_file(EAL_UNLINK_EXISTING) == -ESTALE && unit_log_lines == 1);
	UNIT_CHECK(n_to_remove == 0 && strstr(unit_log_text, "keep removing") != NULL);
	UNIT_CHECK(huge_count_files(dir) == 0);
}

static void
check_no_folder(void)
{
	char before[sizeof(dir)];

	strcpy(before, dir);
	strcpy(dir, "/nowhere");
	unit_log_lines = 0;
	UNIT_CHECK(add_file(EAL_UNLINK_EXISTING) == -ENOENT && unit_log_lines == 1);
	strcpy(dir, before);
	/* not a folder of pages */
	strcpy(dir, "/proc");
	UNIT_CHECK(add_file(EAL_UNLINK_EXISTING) < 0 && unit_log_lines == 2);
	strcpy(dir, before);
	drop_files();
}

static void
check_memfd(void)
{
	struct mem_area odd = { .len = 3 << 20, .page_sz = 3 << 20, .nr = 8 };

	UNIT_CHECK(mem_backend_add_memfd(&area) == 0);
	check_operations();
	UNIT_CHECK(get(0, 1) == 0 && put(0, 1) == 0);
	drop_files();
	odd.page_sz = (size_t)1 << 20; /* no machine has these */
	UNIT_CHECK(mem_backend_add_memfd(&odd) < 0);
}

static int
check_all(bool mounted)
{
	void *room = mmap(NULL, area.len + HUGE_PAGE_SZ, PROT_NONE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	UNIT_CHECK(room != MAP_FAILED);
	page_access_begin();
	area.addr = RTE_PTR_ALIGN_CEIL(room, HUGE_PAGE_SZ);
	huge = mem_backend_huge();
	check_memfd();
	if (mounted) {
		check_existing();
		check_always();
		check_no_use();
		check_removed();
		check_never();
		check_no_folder();
	}
	return unit_status();
}

/* In a child, so that the pages are given back however it ends. */
int
main(void)
{
	bool mounted;
	pid_t child;
	int status = 1;

	if (!huge_take(N_PAGES))
		return 77;
	mounted = huge_mount(dir, sizeof(dir));
	child = fork();
	if (child == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL); /* it has the lock of the hugepages too */
		exit(check_all(mounted));
	}
	UNIT_CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0);
	if (mounted)
		huge_unmount(dir);
	huge_give();
	return unit_status() == 0 && !mounted ? 77 : unit_status();
}
