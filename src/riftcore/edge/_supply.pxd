"""Supply, Policy and Payment as Python values: a thin shell over `_pay`."""

from riftcore.ground._record cimport Demand
from riftcore.ground._record cimport Supply as SupplyRecord
from riftcore.payment cimport _payment, _policy
from riftcore.payment._distinct cimport Walk


cdef class Supply:
    cdef SupplyRecord record


cdef class Policy:
    cdef _policy.Policy policy
    cdef readonly tuple keys


cdef class Payment:
    cdef _payment.Payment payment
    cdef SupplyRecord before
    cdef int purpose
    cdef bint showdown
    cdef object roster          # names the objects: None, or what a State knows of them
    cdef tuple chosen           # their ids in the order of `uses`, where the payment says which

    cdef SupplyRecord after_record(self)
    cdef dict from_pool(self)


cdef int payment_pool(Payment payment, unsigned char *into) except -1
cdef dict pool_dict(const SupplyRecord *r)
cdef class Payments:
    cdef Walk walk
    cdef SupplyRecord before
    cdef Demand demand
    cdef object roster
    cdef long long steps            # that are left, or NO_BUDGET
    cdef unsigned long long given   # payments so far
    cdef unsigned long long skip    # of them to be walked again, after an interruption

    cdef int rewind(self) except -1


cdef int purpose_of(object purpose) except -1
cdef Policy policy_of(object policy)
cdef Payment payment_new(
    const _payment.Payment *payment, const SupplyRecord *before, int purpose, bint showdown, object roster
)
cdef bint best_payment(
    const SupplyRecord *record, const Demand *demand, const _policy.Policy *policy, object budget, _payment.Payment *best
) except -1
cdef unsigned long long payments_count(const SupplyRecord *record, const Demand *demand, object budget) except? 0
cdef Payments payments_new(const SupplyRecord *record, const Demand *demand, object roster, object budget=*)
