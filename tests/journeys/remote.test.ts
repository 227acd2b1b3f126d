import { noFindings, noSideways } from './frame.ts'
import { expect, type Hub, test } from './server.ts'
import { signInAt, tokensOf } from './session-steps.ts'

test.use({ baseURL: async ({ hub }, use) => use(hub.url) })

const setFaults = async ({ rmsUrl }: Hub, faults: readonly object[]): Promise<void> => {
  const answer = await fetch(`${rmsUrl}/admin/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ faults }),
  })
  expect(answer.status).toBe(200)
}

/** A client of the hub's API in the name of its administrator. */
const hubClient = async (hub: Hub, token: string) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${hub.url}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    expect(answer.status, path).toBeLessThan(300)
    return ((await answer.json()) as { data: T }).data
  }
}

/** A start that the venue's own system offers, some days ahead so that no hour of the day matters. */
const freeStart = async (ask: Awaited<ReturnType<typeof hubClient>>): Promise<{ venueId: string; startsAt: string }> => {
  const venues = await ask<{ id: string; name: string }[]>('GET', '/venues?limit=50&filters[criteria]=Harbour')
  const venueId = venues.find(({ name }) => name === 'Harbour Lights')!.id
  for (let days = 3; days < 20; days++) {
    const date = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    const { slots } = await ask<{ slots: { startsAt: string; open: boolean }[] }>(
      'GET',
      `/v1/venues/${venueId}/availability?date=${date}&partySize=2`,
    )
    const free = slots.find(({ open }) => open)
    if (free) return { venueId, startsAt: free.startsAt }
  }
  throw new Error('the system offers nothing')
}

test('RE5 HU4: what a system did not take waits with its reason, and is confirmed before one’s eyes once the system is well', async ({
  page,
  hub,
}) => {
  test.slow()
  const { access_token } = await tokensOf(page.request, hub, hub.adminEmail)
  const ask = await hubClient(hub, access_token)
  const start = await freeStart(ask)
  await setFaults(hub, [{ kind: 'error_before', on: 'create', probability: 1 }])
  const booked = await ask<{ id: string; status: string }>('POST', '/v1/reservations', {
    ...start,
    partySize: 2,
    guest: { firstName: 'Patience', lastName: 'Waits', phone: '+351912345678' },
  })
  expect(booked.status).toBe('pending_confirmation')

  await signInAt(page, { origin: hub.url, email: hub.adminEmail, path: `/reservations?date=any&id=${booked.id}` })
  const marks = page.locator('.marks').filter({ hasText: /Unconfirmed|Confirmed/ })
  await expect(marks).toContainText('Unconfirmed')
  await page.getByRole('button', { name: 'Show how it came here and where it went' }).click()
  await expect(page.getByText('The reservation system does not have this yet')).toBeVisible()
  await expect(page.getByText(/tr(y|ies) so far/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Create Unclear/ }).first()).toBeVisible()
  await noFindings(page)

  await setFaults(hub, [])
  // The hub tries again by itself; nobody has to load the page anew.
  await expect(marks).toContainText('Confirmed')
  await expect(page.getByText('The reservation system does not have this yet')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Create Done/ }).first()).toBeVisible()
  await ask('POST', `/v1/reservations/${booked.id}/cancel`, { reason: 'given back' })
})

test('HU5: a system that answers only with errors is said in the health of connections, and is well again after', async ({ page, hub }) => {
  test.slow()
  await setFaults(hub, [{ kind: 'error_before', on: 'health', probability: 1 }])
  const { access_token } = await tokensOf(page.request, hub, hub.adminEmail)
  const ask = await hubClient(hub, access_token)
  const systems = await ask<{ id: string; name: string }[]>('GET', '/v1/systems')
  const { id } = systems.find(({ name }) => name === 'Sandbox Reservations')!
  const check = async (failed: number): Promise<void> => {
    const task = await ask<{ id: string }>('POST', `/v1/systems/${id}/sync-tasks`, { kind: 'health' })
    await expect
      .poll(async () => await ask<{ errors: number; endedAt: string | null }>('GET', `/v1/sync-tasks/${task.id}`))
      .toMatchObject({ errors: failed, endedAt: expect.any(String) })
  }
  await check(1)
  await signInAt(page, { origin: hub.url, email: hub.adminEmail, path: '/connection-health' })
  const line = page.getByRole('listitem').filter({ hasText: 'Sandbox Reservations' })
  // What the hub asks by itself goes well, and speaks for the system until its next check.
  await expect(async () => {
    await check(1)
    await page.reload()
    await expect(line).toContainText('Only errors', { timeout: 5_000 })
  }).toPass({ timeout: 240_000 })
  await expect(line).toContainText(/Failed its last \d+ checks/)
  await noFindings(page)
  await setFaults(hub, [])
  await check(0)
  await page.reload()
  await expect(line).toContainText('Answered its check')
  await page.setViewportSize({ width: 390, height: 844 })
  await noSideways(page)
})

test('RE3: where the venue’s system requires it, the form asks how long the party stays', async ({ page, hub }) => {
  const { access_token } = await tokensOf(page.request, hub, hub.adminEmail)
  const ask = await hubClient(hub, access_token)
  const systems = await ask<{ id: string; name: string }[]>('GET', '/v1/systems')
  const { id: systemId } = systems.find(({ name }) => name === 'Sandbox Reservations')!
  const about = { name: 'By the Hour', countryCode: 'GB', timezone: 'Europe/London', systemId, externalId: 'by-the-hour' }
  const venue = await ask<{ id: string }>('POST', '/venues', about)
  const date = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  await signInAt(page, { origin: hub.url, email: hub.adminEmail, path: `/reservations?venue=${venue.id}&date=${date}&form=new` })
  const form = page.getByRole('dialog', { name: 'New reservation' })
  await form.getByRole('radio', { name: /^19:00/ }).click()
  await form.getByLabel('Last name').fill('Stays')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form.getByText('Choose how long they stay')).toHaveCount(2)
  await noFindings(page)
  await form.getByLabel('Stay').selectOption('1 hour, 30 minutes')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(form).toBeHidden()
  const { data } = (await (
    await page.request.get(`${hub.url}/v1/reservations?filters[venueId]=${venue.id}&filters[q]=Stays`, {
      headers: { authorization: `Bearer ${access_token}` },
    })
  ).json()) as { data: { id: string; startsAt: string; endsAt: string }[] }
  expect(Date.parse(data[0]!.endsAt) - Date.parse(data[0]!.startsAt)).toBe(90 * 60_000)
  await ask('POST', `/v1/reservations/${data[0]!.id}/cancel`, { reason: 'given back' })
})
