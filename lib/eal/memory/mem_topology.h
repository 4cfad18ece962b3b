/* SPDX-License-Identifier: BSD-3-Clause */

/* What the plan has to know of the machine; see struct mem_topology in mem_plan.h. */

#ifndef MEM_TOPOLOGY_H
#define MEM_TOPOLOGY_H

struct eal_config;
struct mem_topology;

/*
 * Look at the machine, after the lcores are known. Left-over hugepage files of the
 * configured prefix are removed, since they hold pages. 0, or -errno after one log
 * line: there is no memory of the kind that the configuration asks for.
 */
int
mem_topology_read(const struct eal_config *cfg, struct mem_topology *topo);

#endif /* MEM_TOPOLOGY_H */
