import { expect, test } from 'vitest'
import { camel, snake } from './names.ts'

test('names of columns and of fields, one from the other and as Kysely makes them', () => {
  const pairs = { venue_id: 'venueId', guest_first_name: 'guestFirstName', code2: 'code2', id: 'id', '': '' }
  for (const [column, field] of Object.entries(pairs)) {
    expect(camel(column)).toBe(field)
    expect(snake(field)).toBe(column)
    // A name in the target form stays as it is.
    expect(camel(field)).toBe(field)
  }
})
