export { bookedAhead, bookKeys, bookSlots } from './books.ts'
export { counted, facts, keys, sums } from './facts.ts'
export { hourSlots, leadStarts, medianOf, sizeSlots, unpack } from './slots.ts'
export { goOnRebuilding, rebuildState, startRebuild } from './rebuild.ts'
