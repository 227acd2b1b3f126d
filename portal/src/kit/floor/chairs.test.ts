import { expect, test } from 'vitest'
import { chairsOf } from './chairs.ts'

test('a table has as many chairs as it seats, and each stands outside of it', () => {
  const shapes = [
    { shape: 'square' as const, width: 8, depth: 8 },
    { shape: 'long' as const, width: 24, depth: 10 },
    { shape: 'round' as const, width: 13, depth: 13 },
  ]
  for (const table of shapes)
    for (let seats = 1; seats <= 14; seats++) {
      const chairs = chairsOf(table, seats)
      expect(chairs).toHaveLength(seats)
      for (const { x, y } of chairs) {
        const inside = x > 0 && x < table.width && y > 0 && y < table.depth
        const apart = table.shape === 'round' ? Math.hypot(x - 6.5, y - 6.5) > 6.5 : !inside
        expect(apart).toBe(true)
      }
    }
})
