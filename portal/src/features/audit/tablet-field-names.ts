/** Of shared tablets and the PINs of their people. */
export const ofTablets = ['stay', 'protectedActs', 'wrong', 'lockedUntil', 'person'] as const
