"""The frozen layout of a payment: 32 bytes, packed (docs/record.md)."""

from libc.stdint cimport uint8_t

from riftcore.payment._payment cimport Payment

cdef enum:
    PAYMENT_BYTES = 32


cdef packed struct PaymentRecord:
    uint8_t exhaust[6]          # 0
    uint8_t recycle[6]          # 6
    uint8_t seals[6]            # 12
    uint8_t one                 # 18
    uint8_t two                 # 19
    uint8_t lux                 # 20
    uint8_t honeyfruit          # 21  for [A]
    uint8_t honeyfruit_both     # 22  for [1][A]
    uint8_t gold                # 23
    uint8_t objects             # 24  bit 0 Anomaly, 1 Henge, 2 the legend
    uint8_t anomaly_x           # 25
    uint8_t henge_x             # 26
    uint8_t borrowed[4]         # 27  what each borrower uses, plus 1; 0: none
    uint8_t payable             # 31  1; a row of zeros: nothing pays


cdef void payment_pack(const Payment *p, PaymentRecord *r) noexcept nogil
