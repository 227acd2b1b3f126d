import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDb, type OpenDb } from '../../../../tests/build/a-ctx.ts'
import { aUser, ctxOfUser, type TestUser } from '../../../../tests/build/a-user.ts'
import { aCompany, aVenue } from '../../../../tests/build/a-venue.ts'
import { createGroup, updateGroup } from '#src/features/companies/write-group.ts'
import { updateVenue } from '#src/features/venues/update-venue.ts'
import { readVenue } from '#src/features/venues/venue-view.ts'
import { Problem } from '#src/platform/problem.ts'

let open: OpenDb
let companyId: string
let [platform, owner, colleague]: TestUser[] = []
beforeAll(async () => {
  open = await aDb()
  companyId = await aCompany(open.db, { name: 'Ours' })
  platform = await aUser(open.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] })
  ;[owner, colleague] = [await aUser(open.db, { companyId }), await aUser(open.db, { companyId })]
})
afterAll(() => open.close())

const named = (user: TestUser, name: string) =>
  ctxOfUser(open.db, user, { actor: { kind: 'user', id: user.id, name, companyId: user.companyId, sessionId: user.id } })
const asPlatform = () => named(platform!, 'Petra Platform')
const asOwner = () => named(owner!, 'Olga Owner')
const asColleague = () => named(colleague!, 'Carl Colleague')

/** Who saved meanwhile, as the refusal tells it. */
const savers = async (work: Promise<unknown>): Promise<(string | null)[]> => {
  const problem = await work.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(problem instanceof Problem)) throw problem
  expect(problem.code).toMatch(/\.version_stale$/)
  return (problem.details!['saves'] as { by: string | null }[]).map(({ by }) => by)
}

test('who comes second is told who saved meanwhile, newest first; a stranger stays somebody', async () => {
  const { id } = await createGroup(asOwner(), { name: 'Coast', logo: '', venues: [] })
  const save = (ctx: ReturnType<typeof asOwner>, version: number) =>
    updateGroup(ctx, { params: { id }, body: { name: `Coast ${version}`, logo: '', venues: [], version } })
  await save(asColleague(), 1)
  expect(await savers(save(asOwner(), 1))).toEqual(['Carl Colleague'])
  await save(asPlatform(), 2)
  expect(await savers(save(asOwner(), 1))).toEqual(['Petra Platform', 'Carl Colleague'])
  expect(await savers(save(asOwner(), 2))).toEqual(['Petra Platform'])
  // Somebody of a company the group was never of, as after a move.
  await open.db
    .updateTable('users')
    .set({ companyId: await aCompany(open.db) })
    .where('id', '=', colleague!.id)
    .execute()
  expect(await savers(save(asOwner(), 1))).toEqual(['Petra Platform', null])
  await open.db.updateTable('users').set({ companyId }).where('id', '=', colleague!.id).execute()
  expect(await savers(save(asPlatform(), 1))).toEqual(['Petra Platform', 'Carl Colleague'])
  // A version nobody has made yet was changed by nobody.
  expect(await savers(save(asOwner(), 99))).toEqual([])
})

test('one save of a venue that makes its book newer as well is told once', async () => {
  const { id } = await aVenue(open.db, { companyId })
  const { version } = await readVenue(asOwner(), id)
  await updateVenue(asColleague(), { params: { id }, body: { city: 'Bilbao', version } })
  const now = await readVenue(asOwner(), id)
  await updateVenue(asColleague(), { params: { id }, body: { minCovers: 2, version: now.version } })
  expect(await savers(updateVenue(asOwner(), { params: { id }, body: { city: 'Cádiz', version } }))).toEqual(['Carl Colleague'])
})
