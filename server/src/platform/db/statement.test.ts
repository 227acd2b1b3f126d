import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { rowChanges, rowValues, statement } from './statement.ts'

let open: OpenDb
beforeAll(async () => {
  open = await aDb(1)
})
afterAll(() => open.close())

const written = (one: ReturnType<typeof statement>): [string, unknown[]] => {
  const values: unknown[] = []
  return [one.text(values), values]
}

test('values are parameters, wherever they stand; statements are part of the text', () => {
  const inner = statement`b = ${"2'; drop table x"}`
  expect(written(statement`a = ${1} and ${inner} and c = ${undefined}`)).toEqual([
    'a = $1 and b = $2 and c = $3',
    [1, "2'; drop table x", null],
  ])
})

test('rows and changes name the columns that are given, with parts that the database works out', () => {
  const row = { venueId: 'v', guestLastName: null, notes: undefined, guestId: statement`(select ${'g'}::text)` }
  expect(written(statement`insert into r ${rowValues(row)}`)).toEqual([
    'insert into r (venue_id, guest_last_name, guest_id) values ($1, $2, (select $3::text))',
    ['v', null, 'g'],
  ])
  expect(written(statement`update r set ${rowChanges({ ...row, version: statement`version + 1` })} where id = ${7}`)).toEqual([
    'update r set venue_id = $1, guest_last_name = $2, guest_id = (select $3::text), version = version + 1 where id = $4',
    ['v', null, 'g', 7],
  ])
})

test('rows come with the names and kinds of values of all other questions', async () => {
  const { rows } = await statement`
    select ${3}::int as party_size, null::text as guest_email, timestamptz '2026-03-29 01:30:00+00' as starts_at, date '2026-03-29' as service_on,
      ${['a', 'b "c"']}::text[] as tags, ${{ deep_key: 1 }}::jsonb as rules`.execute(open.db)
  expect(rows).toEqual([
    {
      partySize: 3,
      guestEmail: null,
      startsAt: '2026-03-29T01:30:00Z',
      serviceOn: '2026-03-29',
      tags: ['a', 'b "c"'],
      rules: { deep_key: 1 },
    },
  ])
})
