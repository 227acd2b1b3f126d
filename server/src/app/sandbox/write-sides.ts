import { Permission } from '@tablewire/contracts/identity/access'
import { bindToChannel, bindToSystem } from '#src/features/access/api.ts'
import { hashPassword } from '#src/features/people/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId } from '#src/platform/id.ts'
import { demoChannels } from '../seed/demo-channels.ts'
import { personRow } from '../seed/demo-estate.ts'
import { demoPassword, type DemoPerson, sidesOfSandbox } from '../seed/demo-people.ts'
import { type CasePlace, type CaseStory, writeCase } from '../seed/write-onboarding.ts'

const house: DemoPerson = {
  email: sidesOfSandbox.house,
  firstName: 'Maeve',
  lastName: 'Brannigan',
  city: 'Dublin',
  country: 'IE',
  lang: 'en',
  roles: ['ROLE_MANAGER'],
  permissions: Permission.options,
  company: null,
}

type Waiting = { externalId: string; place: CasePlace; story: CaseStory }
/** One that waits for the system, and one that waits for the restaurant. */
const waiting: readonly Waiting[] = [
  {
    externalId: 'quiet-garden',
    place: { venueName: 'Quiet Garden', venueAddress: '27 Orchard Mews, London', venueCountry: 'GB', venuePhone: '+44 20 7946 0123' },
    story: { requester: 'bc', went: [['rms_activation', 1]], notes: 'Two of our editors ate there and would like to list it.' },
  },
  {
    externalId: 'vine-cellar',
    place: { venueName: 'Vine Cellar', venueAddress: 'Rebengasse 4, Berlin', venueCountry: 'DE', venuePhone: '+49 30 12345678' },
    story: { requester: 'rms', went: [['restaurant_activation', 2]] },
  },
]

type Sandbox = { systemId: string; channelId: string; companyId: string; venueIds: ReadonlyMap<string, string> }

const idOf = async ({ db }: Ctx, email: string): Promise<string | undefined> =>
  (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())?.id

/** Who plays the sandbox's system, its channel and its restaurants in the portal; whom people have removed meanwhile does not come back. */
const writePlayers = async (ctx: Ctx, { systemId, channelId, companyId }: Sandbox): Promise<void> => {
  const [rms, bc, known] = [await idOf(ctx, sidesOfSandbox.rms), await idOf(ctx, sidesOfSandbox.bc), await idOf(ctx, house.email)]
  if (rms) await bindToSystem(ctx, { systemId, userId: rms })
  if (bc) await bindToChannel(ctx, { channelId, userId: bc })
  if (known) return
  const account = { id: newId(), companyId, passwordHash: await hashPassword(demoPassword), disabledAt: null }
  await ctx.db.insertInto('users').values(personRow(house, account)).execute()
}

/** ON3: an onboarding request is played from all its sides, with nothing to set up first. */
export const writeSides = async (ctx: Ctx, sandbox: Sandbox): Promise<void> => {
  await writePlayers(ctx, sandbox)
  const { name } = demoChannels.guide
  const guide = await ctx.db.selectFrom('channels').select('id').where('name', '=', name).executeTakeFirst()
  if (!guide) return
  const [system, channel] = [
    { id: sandbox.systemId, name: 'Sandbox Reservations' },
    { id: guide.id, name },
  ]
  for (const { externalId, place, story } of waiting) {
    const venue = { id: sandbox.venueIds.get(externalId)!, rmsVenueId: externalId }
    await writeCase(ctx, { one: story, place, venue, system, channel, nowMs: ctx.clock().epochMilliseconds })
  }
}
