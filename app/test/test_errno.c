/* SPDX-License-Identifier: BSD-3-Clause */

/* errno_autotest: texts of error numbers, and one variable and one text buffer a thread. */

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <string.h>

#include <rte_errno.h>

#include "test.h"

static int
test_texts(void)
{
	static const int numbers[] = {EAGAIN, EBADF, EACCES, EINTR, EINVAL, ENOMEM, ENOSPC};
	char unknown[128];

	for (unsigned int i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		TEST_ASSERT(strcmp(rte_strerror(numbers[i]), strerror(numbers[i])) == 0,
			"%d: %s", numbers[i], rte_strerror(numbers[i]));
	strcpy(unknown, rte_strerror(RTE_MAX_ERRNO + 5));
	TEST_ASSERT(strcmp(unknown, strerror(RTE_MAX_ERRNO + 5)) == 0, "%s", unknown);
	for (int number = RTE_MIN_ERRNO + 1; number < RTE_MAX_ERRNO; number++)
		TEST_ASSERT(strstr(rte_strerror(number), "nknown") == NULL, "%d has no text",
			number);
	strcpy(unknown, rte_strerror(E_RTE_SECONDARY));
	TEST_ASSERT(strcmp(unknown, rte_strerror(E_RTE_NO_CONFIG)) != 0, "same text");
	TEST_ASSERT(strlen(rte_strerror(INT_MAX)) > 0 && strlen(rte_strerror(INT_MIN)) > 0 &&
		strlen(rte_strerror(-1)) > 0, "numbers of nobody");
	return TEST_SUCCESS;
}

static void *
other_thread(void *arg)
{
	const char **text = arg;

	if (rte_errno != 0)
		return NULL;
	rte_errno = 12;
	*text = rte_strerror(ENOSPC);
	return arg;
}

static int
test_threads(void)
{
	const char *mine = rte_strerror(EINVAL), *theirs = NULL;
	pthread_t thread;
	void *ok;

	rte_errno = 77;
	TEST_ASSERT_SUCCESS(pthread_create(&thread, NULL, other_thread, &theirs), "no thread");
	pthread_join(thread, &ok);
	TEST_ASSERT_NOT_NULL(ok, "a new thread starts with an error");
	TEST_ASSERT_EQUAL(rte_errno, 77, "%d", rte_errno);
	TEST_ASSERT(strcmp(mine, strerror(EINVAL)) == 0, "text overwritten: %s", mine);
	TEST_ASSERT(theirs != mine, "one buffer for two threads");
	return TEST_SUCCESS;
}

static int
test_errno(void)
{
	TEST_ASSERT_SUCCESS(test_texts(), "texts");
	TEST_ASSERT_SUCCESS(test_threads(), "threads");
	return TEST_SUCCESS;
}

REGISTER_FAST_TEST(errno_autotest, test_errno)
