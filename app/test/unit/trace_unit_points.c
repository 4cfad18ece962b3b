/* SPDX-License-Identifier: BSD-3-Clause */

/* Registration of the trace points of the unit test of tracing. */

#include <rte_trace_point_register.h>

#include "trace_unit_points.h"

RTE_TRACE_POINT_REGISTER(unit_trace_empty, unit.empty)
RTE_TRACE_POINT_REGISTER(unit_trace_numbers, unit.numbers)
RTE_TRACE_POINT_REGISTER(unit_trace_text, unit.text)
RTE_TRACE_POINT_REGISTER(unit_trace_fast, unit.fast)
