import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { archiveVenue } from '@tablewire/server/features/venue-archive/api'
import { takeLeftAway } from '@tablewire/server/features/meta/left-buttons'
import { tend } from '@tablewire/server/features/meta/tend'
import { aMetaApp } from '../build/a-meta.ts'
import { aSystem } from '../build/a-system.ts'
import { aUser } from '../build/a-user.ts'
import { aBrowser, aMetaShop, jan, marta, type MetaShop, nobody } from './a-meta-shop.ts'

let here: MetaShop
beforeAll(async () => void (here = await aMetaShop()))
afterAll(() => here.close())
beforeEach(async () => {
  // Each test has all pages to itself.
  await sql`delete from meta_installs`.execute(here.shop.container.db)
  for (const page of here.meta.world.pages.values()) page.button = null
  here.meta.faults.next = []
  here.meta.faults.lost = 0
})

const janPage = '100200300400503'
const button = (pageId: string) => here.meta.world.pages.get(pageId)!.button
const tended = async (): Promise<void> => {
  const { db, systemCtx } = here.shop.container
  await sql`update meta_installs set leased_until = null`.execute(db)
  for (const { id } of await db.selectFrom('metaInstalls').select('id').execute()) await tend(systemCtx('meta.tend'), { id })
}

test('GO2: from the link to the button on the page, and away again', async () => {
  const venue = await here.openVenue({ name: 'Casa <b>Meta</b>' })
  const link = await here.linkTo(venue.id)
  const shown = await aBrowser().go(link)
  expect(shown).toMatchObject({ status: 200 })
  expect(shown.text).toContain('Casa &lt;b&gt;Meta&lt;/b&gt;')
  expect(shown.headers.get('content-security-policy')).toContain(`form-action 'self' ${here.meta.origin}`)
  const { url, browser } = await here.toCallback(link, jan)
  const done = await browser.go(url)
  expect(done.status, done.text).toBe(200)
  expect(done.text).toContain('Bistro Visser')
  const place = await here.until(venue.id, ({ install }) => install?.buttonUrl !== null)
  const bookingUrl = `${here.origin}/book/${venue.id}?utm_source=meta&utm_medium=booking_button`
  expect(new URL(button(janPage)!.url).pathname).toBe(`/book/${venue.id}`)
  expect(place).toMatchObject({ bookingUrl, install: { state: 'connected', pageId: janPage, pageName: 'Bistro Visser', problem: null } })
  const guest = await aBrowser().go(`${bookingUrl}&fbclid=x1`)
  expect(guest).toMatchObject({
    status: 302,
    location: `https://book.example/${venue.id}?utm_source=meta&utm_medium=booking_button&fbclid=x1`,
  })
  const installed = await here.call<{ id: string; pageId: string; install: unknown }[]>('GET', '/venues/with-meta/installed')
  expect(installed.data.find(({ id }) => id === venue.id)).toMatchObject({ pageId: janPage })
  // Write-only: nothing of what Meta gave stands in the open, and all of it is counted among what is sealed.
  const { rows } = await sql<{ text: string }>`select i::text as text from meta_installs i`.execute(here.shop.container.db)
  expect(rows[0]!.text).not.toContain('EAA')
  const sealed = await sql`select from sealed_values where place = 'meta_secrets'`.execute(here.shop.container.db)
  expect(sealed.rows.length).toBeGreaterThanOrEqual(3)
  expect(await here.call('POST', `/v1/meta/places/${venue.id}/uninstall`)).toMatchObject({
    status: 200,
    data: { install: { state: 'leaving', endedBy: 'person' } },
  })
  await here.until(venue.id, ({ install }) => install?.state === 'gone')
  expect(button(janPage)).toBeNull()
  // The last page of this person: what he allowed us is given back.
  expect(here.meta.world.grants()).toEqual([])
  expect(await here.call('POST', `/v1/meta/places/${venue.id}/uninstall`)).toMatchObject({ status: 409, code: 'meta.not_connected' })
})

test('GO2: a state is good once, in the browser that began, and not from anybody else', async () => {
  const [venue, other] = [await here.openVenue(), await here.openVenue()]
  const { url, state, browser } = await here.toCallback(await here.linkTo(venue.id), jan)
  // Somebody else's browser, with the whole address.
  expect((await aBrowser().go(url)).status).toBe(410)
  // A state of another sign-in, in this browser.
  const foreign = await here.toCallback(await here.linkTo(other.id), jan)
  const mixed = new URL(url)
  mixed.searchParams.set('state', foreign.state)
  expect((await browser.go(mixed.href)).status).toBe(410)
  const signatureOf = (text: string): string => text.slice(36)
  const wrong = [`${state.slice(0, -43)}${'A'.repeat(43)}`, `${foreign.state.slice(0, 36)}${signatureOf(state)}`, '', 'x', `${state}x`]
  for (const forged of wrong) {
    mixed.searchParams.set('state', forged)
    expect((await browser.go(mixed.href)).status).toBe(410)
  }
  // That one goes first: a second sign-in of the same person takes the first one's rights away.
  expect((await foreign.browser.go(foreign.url)).status).toBe(200)
  // The same page again says the same, to that browser alone, as long as the page is connected.
  const again = await foreign.browser.go(foreign.url)
  expect(again.status).toBe(200)
  expect(again.text).toContain('“Bistro Visser” now takes bookings')
  expect((await aBrowser().go(foreign.url)).status).toBe(410)
  await here.call('POST', `/v1/meta/places/${other.id}/uninstall`)
  expect((await foreign.browser.go(foreign.url)).status).toBe(410)
  await sql`update meta_states set expires_at = now() - interval '1 second'`.execute(here.shop.container.db)
  expect((await browser.go(url)).status).toBe(410)
  expect((await here.placeOf(venue.id)).install).toBeNull()
})

test('GO2: a link is signed, good once, and in the name of who made it', async () => {
  const { db } = here.shop.container
  const venue = await here.openVenue()
  const link = await here.linkTo(venue.id)
  const token = link.split('/').at(-1)!
  expect((await aBrowser().go(`${here.origin}/meta/install/${token.replace(/.$/, (sign) => (sign === 'A' ? 'B' : 'A'))}x`)).status).toBe(
    410,
  )
  const old = await here.linkTo(venue.id)
  expect((await here.connect(venue.id, jan)).status).toBe(200)
  expect((await aBrowser().go(old)).status).toBe(410)
  const user = await aUser(db, { companyId: venue.companyId })
  const fresh = await here.linkTo(venue.id, 'venue', await here.shop.signIn(user))
  expect((await aBrowser().go(fresh)).status).toBe(200)
  const begun = await here.toCallback(fresh, jan)
  await db.updateTable('users').set({ disabledAt: new Date().toISOString() }).where('id', '=', user.id).execute()
  expect((await aBrowser().go(fresh)).status).toBe(410)
  expect((await begun.browser.go(begun.url)).status).toBe(410)
})

test('GO2: who says no at Meta, runs no page or several, reads what to do', async () => {
  const venue = await here.openVenue()
  const no = await here.connect(venue.id, '')
  expect(no).toMatchObject({ status: 200 })
  expect(no.text).toContain('Nothing was connected')
  expect((await here.connect(venue.id, nobody)).status).toBe(422)
  const { url, state, browser } = await here.toCallback(await here.linkTo(venue.id), marta)
  const choice = await browser.go(url)
  expect(choice.text).toContain('Marta’s Kitchen – Terrace')
  expect(choice.text).not.toContain('EAA')
  const choose = `${here.origin}/meta/choose`
  expect((await aBrowser().go(choose, { state, page: '100200300400502' })).status).toBe(410)
  // A page of nobody's, and one that another restaurant has, use nothing up.
  expect((await here.connect((await here.openVenue()).id, jan)).status).toBe(200)
  const strange = await browser.go(choose, { state, page: '999' })
  expect(strange).toMatchObject({ status: 422 })
  expect(strange.text).toContain('none of those that you run')
  // Looked at again, the choice is still open; once made, it stands whatever is pressed.
  expect((await browser.go(url)).text).toContain('Marta’s Kitchen – Terrace')
  expect((await browser.go(choose, { state, page: '100200300400502' })).status).toBe(200)
  for (const repeated of [await browser.go(choose, { state, page: '100200300400501' }), await browser.go(url)]) {
    expect(repeated.status).toBe(200)
    expect(repeated.text).toContain('Marta’s Kitchen – Terrace')
    expect(repeated.text).toContain('The page is connected')
  }
  expect((await here.placeOf(venue.id)).install).toMatchObject({ pageId: '100200300400502' })
  const { rows } = await sql`select from meta_states where offered_sealed is not null`.execute(here.shop.container.db)
  expect(rows).toEqual([])
})

test('GO2: a refusal leaves the sign-in to whoever began it: the right page is connected by it afterwards', async () => {
  const [venue, other] = [await here.openVenue(), await here.openVenue()]
  expect((await here.connect(other.id, jan)).status).toBe(200)
  // As somebody who runs no page, as nobody, and as the one whose page another restaurant has: back at Meta, the same state goes on.
  const link = await here.linkTo(venue.id)
  const { state, url, browser } = await here.toCallback(link, nobody)
  const asSomebody = async (person: string) => {
    const asked = { client_id: here.app.appId, redirect_uri: `${here.origin}/meta/callback`, state }
    const back = await aBrowser().go(`${here.meta.origin}/dialog/oauth`, { ...asked, person, answer: person ? 'yes' : 'no' })
    return browser.go(back.location!)
  }
  expect((await browser.go(url)).status).toBe(422)
  expect((await asSomebody('')).text).toContain('Nothing was connected')
  expect((await asSomebody(jan)).status).toBe(409)
  expect((await asSomebody(marta)).text).toContain('Marta’s Kitchen – Terrace')
  const choose = (page: string) => browser.go(`${here.origin}/meta/choose`, { state, page })
  const third = await here.openVenue()
  const elsewhere = await here.toCallback(await here.linkTo(third.id), marta)
  await elsewhere.browser.go(elsewhere.url)
  const theirs = { state: elsewhere.state, page: '100200300400501' }
  expect((await elsewhere.browser.go(`${here.origin}/meta/choose`, theirs)).status).toBe(200)
  const taken = await choose('100200300400501')
  expect(taken.status).toBe(409)
  expect(taken.text).toContain('already carries the booking button of another restaurant')
  expect(taken.text).toContain('Marta’s Kitchen – Terrace')
  expect((await choose('100200300400502')).status).toBe(200)
  expect((await here.placeOf(venue.id)).install).toMatchObject({ state: 'connected', pageId: '100200300400502' })
  // A success alone uses it up.
  expect((await choose('100200300400501')).text).toContain('The page is connected')
})

test('GO2: of two at once one connects, and a page carries one button', async () => {
  const venue = await here.openVenue()
  const link = await here.linkTo(venue.id)
  const [one, two] = [await here.toCallback(link, jan), await here.toCallback(link, marta)]
  const both = await Promise.all([one.browser.go(one.url), two.browser.go(two.url)])
  expect(both.every(({ status }) => status === 200)).toBe(true)
  const chosen = await two.browser.go(`${here.origin}/meta/choose`, { state: two.state, page: '100200300400501' })
  expect(chosen.status).toBe(409)
  expect((await here.placeOf(venue.id)).install).toMatchObject({ pageId: janPage })
  const other = await here.openVenue()
  const taken = await here.connect(other.id, jan)
  expect(taken.status).toBe(409)
  expect(taken.text).toContain('Bistro Visser')
})

test('GO2: a place that goes over to another page leaves no button behind', async () => {
  const { db, systemCtx } = here.shop.container
  const venue = await here.openVenue()
  const martas = '100200300400501'
  const choose = async (): Promise<void> => {
    const { url, state, browser } = await here.toCallback(await here.linkTo(venue.id), marta)
    await browser.go(url)
    expect((await browser.go(`${here.origin}/meta/choose`, { state, page: martas })).status).toBe(200)
  }
  await choose()
  await here.until(venue.id, ({ install }) => install?.buttonUrl !== null)
  expect(button(martas)).not.toBeNull()
  expect((await here.connect(venue.id, jan)).status).toBe(200)
  await here.until(venue.id, ({ install }) => install?.pageId === janPage && install.buttonUrl !== null)
  for (let left = 300; left && button(martas); left--) {
    await sql`update meta_left_buttons set due_at = now() - interval '1 second'`.execute(db)
    await takeLeftAway(systemCtx('meta.tend'))
  }
  expect([button(martas), button(janPage) === null]).toEqual([null, false])
  expect((await sql`select from meta_left_buttons`.execute(db)).rows).toEqual([])
  // And back again: the page has one button, the other none.
  await choose()
  await here.until(venue.id, ({ install }) => install?.pageId === martas && install.buttonUrl !== null)
  await expect.poll(() => button(janPage)).toBeNull()
  expect(button(martas)).not.toBeNull()
})

test('GO2: a button whose making was never answered is found, kept, and taken away with its place', async () => {
  const { db, systemCtx } = here.shop.container
  const martas = '100200300400501'
  const lostAt = async (venueId: string): Promise<void> => {
    // Also when it is asked once more over other connections.
    here.meta.faults.lost = 100
    expect((await here.connect(venueId, jan)).status).toBe(200)
    await here.until(venueId, ({ install }) => install?.problem === 'unreachable')
    here.meta.faults.lost = 0
    expect(button(janPage)).not.toBeNull()
  }
  // The next turn knows it again, instead of making another one.
  const venue = await here.openVenue()
  await lostAt(venue.id)
  const made = button(janPage)!.id
  await tended()
  expect((await here.placeOf(venue.id)).install).toMatchObject({ problem: null })
  expect(await db.selectFrom('metaInstalls').select(['buttonId', 'buttonAsked']).executeTakeFirstOrThrow()).toEqual({
    buttonId: made,
    buttonAsked: null,
  })
  await here.call('POST', `/v1/meta/places/${venue.id}/uninstall`)
  await here.until(venue.id, ({ install }) => install?.state === 'gone')
  // Ended before anybody heard of it.
  const second = await here.openVenue()
  await lostAt(second.id)
  await here.call('POST', `/v1/meta/places/${second.id}/uninstall`)
  await here.until(second.id, ({ install }) => install?.state === 'gone')
  expect(button(janPage)).toBeNull()
  // Gone over to another page before anybody heard of it; somebody else's button there is not touched.
  const third = await here.openVenue()
  await lostAt(third.id)
  const { url, state, browser } = await here.toCallback(await here.linkTo(third.id), marta)
  await browser.go(url)
  expect((await browser.go(`${here.origin}/meta/choose`, { state, page: martas })).status).toBe(200)
  await here.until(third.id, ({ install }) => install?.pageId === martas && install.buttonUrl !== null)
  const takenAway = async (): Promise<void> => {
    await sql`update meta_left_buttons set due_at = now() - interval '1 second'`.execute(db)
    await takeLeftAway(systemCtx('meta.tend'))
  }
  await takenAway()
  expect(button(janPage)).toBeNull()
  expect((await sql`select from meta_left_buttons`.execute(db)).rows).toEqual([])
  await sql`delete from meta_installs`.execute(db)
  const fourth = await here.openVenue()
  await lostAt(fourth.id)
  button(janPage)!.url = 'https://elsewhere.example/'
  await here.call('POST', `/v1/meta/places/${fourth.id}/uninstall`)
  await here.until(fourth.id, ({ install }) => install?.state === 'gone')
  expect(button(janPage)?.url).toBe('https://elsewhere.example/')
})

test('GO2: whoever signs in anew keeps the pages he connected before, and hears of the one he leaves out', async () => {
  const [first, second] = [await here.openVenue(), await here.openVenue()]
  const choose = async (venueId: string, page: string): Promise<void> => {
    const { url, state, browser } = await here.toCallback(await here.linkTo(venueId), marta)
    await browser.go(url)
    expect((await browser.go(`${here.origin}/meta/choose`, { state, page })).status).toBe(200)
    await here.until(venueId, ({ install }) => install?.buttonUrl !== null)
  }
  await choose(first.id, '100200300400501')
  await choose(second.id, '100200300400502')
  await tended()
  expect((await here.placeOf(first.id)).install).toMatchObject({ state: 'connected', problem: null })
  // A dead token is mended by the same person's next sign-in, for whichever page it was.
  here.meta.world.expireTokens()
  await tended()
  expect((await here.placeOf(first.id)).install).toMatchObject({ state: 'lost', problem: 'token' })
  await choose(second.id, '100200300400502')
  await tended()
  expect((await here.placeOf(first.id)).install).toMatchObject({ state: 'connected', problem: null })
  await here.call('POST', `/v1/meta/places/${first.id}/uninstall`)
  await here.until(first.id, ({ install }) => install?.state === 'gone')
  expect(button('100200300400501')).toBeNull()
  expect(button('100200300400502')).not.toBeNull()
})

test('GO2: a dead token is told in words and stays so until somebody signs in; what passes by itself is tried again', async () => {
  const venue = await here.openVenue()
  await here.connect(venue.id, jan)
  await here.until(venue.id, ({ install }) => install?.buttonUrl !== null)
  here.meta.faults.next.push({ code: 2, message: 'Service temporarily unavailable', status: 500, transient: true })
  await tended()
  expect((await here.placeOf(venue.id)).install).toMatchObject({
    state: 'connected',
    problem: 'later',
    problemSaid: 'Service temporarily unavailable',
  })
  await tended()
  expect((await here.placeOf(venue.id)).install).toMatchObject({ problem: null })
  // Taken away at Meta: told, and put there again when somebody says so.
  here.meta.world.pages.get(janPage)!.button = null
  await tended()
  expect((await here.placeOf(venue.id)).install).toMatchObject({ state: 'connected', problem: 'missing', nextTryAt: null, buttonUrl: null })
  expect((await here.call('POST', `/v1/meta/places/${venue.id}/retry`)).status).toBe(200)
  await here.until(venue.id, ({ install }) => install?.problem === null)
  expect(button(janPage)).not.toBeNull()
  here.meta.world.expireTokens()
  await tended()
  const lost = await here.placeOf(venue.id)
  expect(lost.install).toMatchObject({
    state: 'lost',
    problem: 'token',
    problemSaid: 'Error validating access token: Session has expired.',
  })
  expect((await here.connect(venue.id, jan)).status).toBe(200)
  expect((await here.placeOf(venue.id)).install).toMatchObject({ state: 'connected', problem: null })
})

test('GO2: Meta tells that the app was removed: believed when it is signed, and not for what was connected later', async () => {
  const venue = await here.openVenue()
  await here.connect(venue.id, jan)
  const app = here.meta.world.app(here.app.appId)!
  const post = (signed: string, id = here.app.id, what = 'deauthorize') =>
    fetch(`${here.origin}/meta/apps/${id}/${what}`, { method: 'POST', body: new URLSearchParams({ signed_request: signed }) })
  const good = here.meta.world.signedRequest(app, jan)
  const [signature, payload] = good.split('.') as [string, string]
  const forged = here.meta.world.signedRequest({ ...app, secret: 'another' }, jan)
  for (const wrong of [forged, `${signature}.${payload}x`, payload, '', `${signature}.${Buffer.from('{}').toString('base64url')}`])
    expect((await post(wrong)).status).toBe(400)
  expect((await post(good, venue.id)).status).toBe(400)
  expect((await here.placeOf(venue.id)).install?.state).toBe('connected')
  const old = here.meta.world.signedRequest(app, jan, { issued_at: Math.floor(Date.now() / 1000) - 3600 })
  expect((await post(old)).status).toBe(200)
  expect((await here.placeOf(venue.id)).install?.state).toBe('connected')
  expect((await post(good)).status).toBe(200)
  expect((await here.placeOf(venue.id)).install).toMatchObject({ state: 'gone', endedBy: 'meta' })
  expect((await post(good)).status).toBe(200)
  const answer = (await (await post(good, here.app.id, 'data-deletion')).json()) as { url: string; confirmation_code: string }
  expect(answer.confirmation_code).toMatch(/^[0-9a-f]{40}$/)
  expect(await aBrowser().go(answer.url)).toMatchObject({ status: 200 })
  expect((await aBrowser().go(`${answer.url.slice(0, -1)}x`)).status).toBe(410)
  expect((await here.placeOf(venue.id)).install).toBeNull()
})

test('GO2: licence and archive take the button along', async () => {
  const venue = await here.openVenue()
  await here.connect(venue.id, jan)
  await here.until(venue.id, ({ install }) => install?.buttonUrl !== null)
  expect(await here.call('POST', `/venues/${venue.id}/deactivate-license`, { body: { license: 'meta' } })).toMatchObject({ status: 200 })
  expect((await here.placeOf(venue.id)).install).toMatchObject({ state: 'leaving', endedBy: 'licence' })
  await tended()
  expect(button(janPage)).toBeNull()
  const waiting = await here.toCallback(await here.linkTo(venue.id), jan)
  const link = await here.linkTo(venue.id)
  const ctx = { ...here.shop.container.systemCtx('test') }
  await archiveVenue(ctx, { params: { id: venue.id }, body: {} })
  expect((await waiting.browser.go(waiting.url)).status).toBe(410)
  expect((await aBrowser().go(link)).status).toBe(410)
  expect(await here.call('POST', `/v1/meta/places/${venue.id}/link`)).toMatchObject({ status: 409, code: 'venue.archived' })
  expect((await here.placeOf(venue.id)).obstacle).toBe('archived')
})

test('GO2: a company’s page leads to a choice of its venues, and keeps the company from being deleted', async () => {
  const { db } = here.shop.container
  const venue = await here.openVenue({ name: 'Eins' })
  const other = await here.openVenue({ name: 'Zwei', companyId: venue.companyId })
  expect((await here.connect(venue.companyId, jan, 'company')).status).toBe(200)
  await tended()
  expect(button(janPage)?.url).toContain(`/book/${venue.companyId}?`)
  const choice = await aBrowser().go(button(janPage)!.url)
  expect(choice.status).toBe(200)
  for (const { id } of [venue, other]) expect(choice.text).toContain(`https://book.example/${id}?utm_source=meta`)
  const above = { kind: 'company', id: venue.companyId, state: 'connected', pageName: 'Bistro Visser' }
  expect(await here.placeOf(other.id)).toMatchObject({ install: null, above: [above] })
  expect(await here.placeOf(venue.companyId, 'company')).toMatchObject({ install: { state: 'connected' }, above: [] })
  const licensed = await db.selectFrom('venues').select('metaEnabled').where('companyId', '=', venue.companyId).execute()
  expect(licensed).toEqual([{ metaEnabled: true }, { metaEnabled: true }])
  await expect(sql`delete from companies where id = ${venue.companyId}`.execute(db)).rejects.toThrow('still connected')
})

test('VE2, HU1: own sign-on takes the company’s app alone, and systems without onboarding leave it to the platform', async () => {
  const { db, ports } = here.shop.container
  const venue = await here.openVenue()
  await db
    .updateTable('venues')
    .set({ metaEnabled: true, metaEnabledAt: new Date().toISOString(), metaSsoEnabled: true })
    .where('id', '=', venue.id)
    .execute()
  expect(await here.placeOf(venue.id)).toMatchObject({ obstacle: 'no_app', ownApp: false })
  const own = await aMetaApp(
    { db, secrets: ports.secrets },
    { companyId: venue.companyId, graphUrl: here.meta.graphUrl, dialogUrl: here.meta.dialogUrl },
  )
  expect(await here.placeOf(venue.id)).toMatchObject({ obstacle: null, ownApp: true })
  const begun = await aBrowser().go(await here.linkTo(venue.id), {})
  expect(new URL(begun.location!).searchParams.get('client_id')).toBe(own.appId)
  const people = await here.shop.signIn(await aUser(db, { companyId: venue.companyId }))
  const system = await aSystem(db, { venues: [venue.id] })
  const link = `/v1/meta/places/${venue.id}/link`
  expect(await here.call('POST', link, { token: people })).toMatchObject({ status: 403, code: 'meta.onboarding_off' })
  expect((await here.call('POST', link)).status).toBe(201)
  await db.updateTable('systems').set({ fbOnboarding: true }).where('id', '=', system.id).execute()
  expect((await here.call('POST', link, { token: people })).status).toBe(201)
  const apps = await here.call<{ appId: string; secret?: string }[]>('GET', '/v1/meta/apps', { token: people })
  expect(apps.data).toMatchObject([{ appId: own.appId }])
  expect(JSON.stringify(apps.data)).not.toContain(own.secret)
  const change = { graphUrl: 'https://graph.example.com' }
  expect((await here.call('PUT', `/v1/meta/apps/${own.id}`, { token: people, body: change })).status).toBe(403)
})
