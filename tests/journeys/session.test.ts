import type { Page } from '@playwright/test'
import { noFindings, noSideways } from './frame.ts'
import { expect, test } from './server.ts'
import { enter, mailTo, stored, storageKey, tokensOf } from './session-steps.ts'

/** Here the session is the story: it begins as people begin it. */
const signIn = async (page: Page, path: string, email: string): Promise<void> => {
  await page.goto(`/login?returnUrl=${encodeURIComponent(path)}`)
  await enter(page, email)
  await expect(page.getByRole('main')).toBeVisible()
}

test('AC2: what is kept is user, profile, role, venues and channels, asked for in the order profile, channels, venues', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (['/user-me', '/v1/rms/booking-channels', '/v1/rms/venues'].includes(pathname) && !asked.includes(pathname)) asked.push(pathname)
  })
  await signIn(page, '/settings/account', 'pos@tablewire.test')
  await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible()
  await expect.poll(() => asked).toHaveLength(3)
  expect(asked).toEqual(['/user-me', '/v1/rms/booking-channels', '/v1/rms/venues'])
  const kept = await stored(page)
  expect(Object.keys(kept!).toSorted()).toEqual(['bookingChannels', 'role', 'user', 'userData', 'venues'])
  expect(kept).toMatchObject({ role: 'ROLE_ADMIN', user: { token_type: 'Bearer' }, userData: { email: 'pos@tablewire.test' } })
})

for (const [what, path] of [
  ['profile', '**/user-me'],
  ['booking channels', '**/v1/rms/booking-channels*'],
  ['venues', '**/v1/rms/venues*'],
] as const)
  test(`AC2: a refusal while the ${what} load ends the session, says why and leads to the sign-in`, async ({ page }) => {
    await signIn(page, '/settings/account', 'pos@tablewire.test')
    await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible()
    await page.route(path, (route) =>
      route.fulfill({ status: 500, json: { message: 'This went wrong on purpose', code: 'server.failed' } }),
    )
    await page.reload()
    await expect(page).toHaveURL(/\/login\?returnUrl=%2Fsettings%2Faccount$/)
    await expect(page.getByText('This went wrong on purpose')).toBeVisible()
    expect(await stored(page)).toBeNull()
  })

test('AC2: while nobody answers at all, somebody who was signed in stays so', async ({ page }) => {
  await signIn(page, '/settings/account', 'pos@tablewire.test')
  await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible()
  for (const path of ['**/user-me', '**/v1/rms/**']) await page.route(path, (route) => route.abort('connectionrefused'))
  await page.reload()
  await expect(page.getByLabel('First name')).not.toHaveValue('')
  await page.waitForTimeout(4_000)
  await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible()
  expect((await stored(page))?.['user']).toBeTruthy()
})

test('AC2: an access token that has ended is renewed without a flicker and without asking everything twice', async ({ page }) => {
  // The page comes to rest first; the bell asks last.
  const rests = page.waitForResponse('**/v1/notifications/unread')
  await signIn(page, '/settings/account', 'pos@tablewire.test')
  await rests
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(page.getByText('This one')).toBeVisible()
  await page.evaluate((key) => {
    const kept = JSON.parse(localStorage.getItem(key)!) as { user: object }
    localStorage.setItem(key, JSON.stringify({ ...kept, user: { ...kept.user, access_token: 'ended' } }))
  }, storageKey)
  const [places, answered, renewals] = [new Set<string>(), new Map<string, number>(), [] as string[]]
  page.on('framenavigated', (frame) => places.add(new URL(frame.url()).pathname))
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname === '/v2/token') renewals.push(pathname)
    else if (response.ok() && /^\/(user-me|v1\/rms)/.test(pathname)) answered.set(pathname, (answered.get(pathname) ?? 0) + 1)
  })
  await page.addInitScript(() => {
    const seen: string[] = ((window as unknown as { seen: string[] }).seen = [])
    new MutationObserver(() => {
      if (document.querySelector('input[name="username"][type="email"]')) seen.push('the sign-in page')
    }).observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect.poll(() => answered.get('/v1/rms/venues')).toBe(1)
  expect([...places]).toEqual(['/settings/account'])
  expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([])
  expect(renewals).toHaveLength(1)
  expect(Object.fromEntries(answered)).toMatchObject({ '/user-me': 1, '/v1/rms/booking-channels': 1 })
})

test('AC2, AC9: a reload that cuts off a renewal, its answer lost on the way, costs nobody the session', async ({ page }) => {
  await signIn(page, '/settings/account', 'pos@tablewire.test')
  await expect(page.getByText('This one')).toBeVisible()
  const before = (await stored(page))?.['user'] as { refresh_token: string }
  // The server renews, and nobody hears of it.
  const lost = Promise.withResolvers<number>()
  await page.route(
    '**/v2/token',
    async (route) => {
      const answer = await route.fetch()
      lost.resolve(answer.status())
      await route.abort().catch(() => undefined)
    },
    { times: 1 },
  )
  await page.evaluate((key) => {
    const kept = JSON.parse(localStorage.getItem(key)!) as { user: object }
    localStorage.setItem(key, JSON.stringify({ ...kept, user: { ...kept.user, access_token: 'ended' } }))
  }, storageKey)
  await page.reload()
  expect(await lost.promise).toBe(200)
  await page.reload()
  await expect(page.getByText('This one')).toBeVisible()
  const after = (await stored(page))?.['user'] as { refresh_token: string }
  expect(after.refresh_token).not.toBe(before.refresh_token)
})

test('AC2: signing in or out in one tab does so in the others', async ({ page }) => {
  await page.goto('/login?returnUrl=/settings/account')
  const other = await page.context().newPage()
  await other.goto('/settings/account?from=mail')
  await expect(other).toHaveURL(/\/login\?returnUrl=/)
  await enter(page, 'pos@tablewire.test')
  await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible()
  // The one that waited goes on to the page it was asked for.
  await expect(other).toHaveURL(/\/settings\/account\?from=mail$/)
  await expect(other.getByRole('navigation', { name: 'Main menu' })).toBeVisible()
  await other.getByRole('navigation', { name: 'Main menu' }).getByRole('button', { name: 'Sign out' }).click()
  for (const tab of [page, other]) await expect(tab).toHaveURL(/\/login$/)
})

test('AC3: tokens handed over in the address sign in, leave the address at once and lead to redirectUrl', async ({
  page,
  product,
  request,
}) => {
  const { access_token, refresh_token } = await tokensOf(request, product, 'pos@tablewire.test')
  const places: string[] = []
  page.on('framenavigated', (frame) => places.push(frame.url()))
  await page.goto(`/login?token=${access_token}&refreshToken=${refresh_token}&redirectUrl=%2Fsettings%2Faccount`)
  await expect(page).toHaveURL(/\/settings\/account$/)
  await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible()
  expect(places.slice(1).filter((place) => place.includes(access_token) || place.includes(refresh_token))).toEqual([])
  expect(await stored(page)).toMatchObject({
    user: { token_type: 'Bearer', expires_in: 24_400 },
    userData: { email: 'pos@tablewire.test' },
  })
  await page.goBack()
  expect(page.url()).not.toContain(access_token)
  // What stood in the address was replaced: whoever reads it there later has nothing.
  const again = { grant_type: 'refresh_token', client_id: 'portal', client_secret: 'portal', refresh_token }
  expect((await request.post(`${product.url}/v2/token`, { data: again })).status()).toBe(401)
})

test('AC3: tokens that no longer count lead to the form and say so', async ({ page }) => {
  await page.goto('/login?token=ended&refreshToken=ended&redirectUrl=%2Fsettings%2Faccount')
  await expect(page.getByRole('alert').filter({ hasText: 'This way in no longer counts. Please sign in here.' })).toBeVisible()
  await expect(page).toHaveURL(/\/login\?redirectUrl=%2Fsettings%2Faccount$/)
  await enter(page, 'pos@tablewire.test')
  await expect(page).toHaveURL(/\/settings\/account$/)
})

test('AC3: a redirectUrl to a foreign host is refused with a clear word, a brand’s own host is not', async ({ page, product, request }) => {
  const { port } = new URL(product.url)
  await page.goto(`/login?redirectUrl=${encodeURIComponent('https://evil.example/steal')}`)
  await expect(page.getByText('The link wanted to send you to evil.example, which is not part of this portal')).toBeVisible()
  await noFindings(page)
  await enter(page, 'pos@tablewire.test')
  await expect(page).toHaveURL(/\/reservations$/)
  await page.evaluate(() => localStorage.clear())
  const { access_token, refresh_token } = await tokensOf(request, product, 'pos@tablewire.test')
  const foreign = encodeURIComponent('//evil.example/steal')
  await page.goto(`/login?token=${access_token}&refreshToken=${refresh_token}&redirectUrl=${foreign}`)
  await expect(page).toHaveURL(/\/reservations$/)
  await expect(page.getByText('The link wanted to send you to evil.example')).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  await page.goto(`/login?returnUrl=${encodeURIComponent(`http://naranja.localhost:${port}/login?x=1`)}`)
  await enter(page, 'pos@tablewire.test')
  await expect(page).toHaveURL(`http://naranja.localhost:${port}/login?x=1`)
})

test('AC3: a company’s own system sends one of its people in by a hash, once', async ({ page, product, request }) => {
  const { access_token } = await tokensOf(request, product, 'company-bot@tablewire.test')
  const headers = { authorization: `Bearer ${access_token}` }
  const dataOf = async <T>(path: string, data?: object): Promise<T> => {
    const answer = await request.post(`${product.url}${path}`, { headers, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return ((await answer.json()) as { data: T }).data
  }
  const person = { firstName: 'Noa', lastName: 'Brasa', roles: ['ROLE_MANAGER'], permissions: ['reservations'] }
  const { id } = await dataOf<{ id: string }>('/users', { ...person, email: `noa-${Date.now()}@tablewire.test` })
  const { path } = await dataOf<{ path: string }>(`/users/${id}/login-hash`)
  await page.goto(path)
  await expect(page).toHaveURL(/\/reservations$/)
  await expect(page.getByText('Noa Brasa')).toBeVisible()
  await page.evaluate(() => localStorage.clear())
  await page.goto('about:blank')
  await page.goto(path)
  await expect(page.getByRole('alert').filter({ hasText: 'This way in no longer counts.' })).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  const { path: again } = await dataOf<{ path: string }>(`/users/${id}/login-hash`)
  await page.goto('about:blank')
  await page.goto(`${again}&redirectUrl=${encodeURIComponent('https://evil.example/steal')}`)
  await expect(page).toHaveURL(/\/reservations$/)
  await expect(page.getByText('The link wanted to send you to evil.example')).toBeVisible()
})

test('AC4: a hash of somebody without any role gives no session', async ({ page, product, request }) => {
  const token = await tokensOf(request, product, 'pos@tablewire.test')
  // Nobody without a role can be made: the answer stands in for an older server's.
  await page.route('**/v2/token', (route) => route.fulfill({ json: { ...token, roles: [] } }))
  await page.goto('/login?userId=7&hash=1.2.3')
  await expect(page.getByRole('alert').filter({ hasText: 'This user dont have access' })).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  expect(await stored(page)).toBeNull()
})

test('AC3, AC9: a hash of somebody with a second factor leads on to it, not back', async ({ page }) => {
  const details = { challenge: 'c'.repeat(43), methods: ['totp', 'recovery_code'], expiresInSeconds: 300, passkey: null }
  await page.route('**/v2/token', (route) =>
    route.fulfill({ status: 401, json: { message: 'Second factor required', code: 'second_factor.required', details } }),
  )
  await page.goto('/login?userId=7&hash=1.2.3')
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused()
  await expect(page).toHaveURL(/\/login$/)
})

test('AC3: a hash that was never given is refused by the server', async ({ page }) => {
  await page.goto('/login?userId=00000000-0000-4000-8000-000000000000&hash=1.2.3')
  await expect(page.getByRole('alert').filter({ hasText: 'This way in no longer counts.' })).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
})

test('AC4: who holds none of the roles for the form gets the word and no session', async ({ page }) => {
  // Nobody who is an agent alone can be made: the answer is the server's (`issue-token.test.ts`).
  await page.route('**/v2/token', (route) =>
    route.fulfill({ status: 403, json: { message: 'This user dont have access', code: 'access.no_role' } }),
  )
  await page.goto('/login')
  await enter(page, 'rms-agent@tablewire.test')
  await expect(page.getByRole('alert').filter({ hasText: 'This user dont have access' })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('rms-agent@tablewire.test')
  expect(await stored(page)).toBeNull()
})

test('AC3: pages for guests lead home once a session is kept', async ({ page }) => {
  await signIn(page, '/settings/account', 'pos@tablewire.test')
  await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible()
  for (const path of ['/login', '/forgot-password', '/login?token=a&refreshToken=b']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/reservations$/)
  }
  expect(await stored(page)).toMatchObject({ userData: { email: 'pos@tablewire.test' } })
})

test('AC1: who forgot the password gets a link by mail and sets a new one, by keyboard alone', async ({ page, product, request }) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill('okami@tablewire.test')
  await page.getByRole('link', { name: 'Forgot your password?' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Email')).toHaveValue('okami@tablewire.test')
  await expect(page.getByLabel('Email')).toBeFocused()
  await noFindings(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Look into your mail' })).toBeFocused()
  await expect(page.getByText('If there is an account for okami@tablewire.test')).toBeVisible()
  await noFindings(page)
  let link = ''
  // The house writes this person about reviews and reports as well.
  await expect(async () => {
    link = /\/reset-password\/[\w-]+/.exec(await mailTo(request, product, 'okami@tablewire.test'))?.[0] ?? ''
    expect(link).not.toBe('')
  }).toPass()
  await page.goto(link)
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused()
  await page.keyboard.type('short')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This field should have at lease 10 characters')).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('a word long enough')
  await page.getByLabel('Repeat the new password').fill('another word')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The two passwords differ')).toBeVisible()
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue('a word long enough')
  await noFindings(page)
  await page.getByLabel('Repeat the new password').fill('a word long enough')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByText('Your new password is set. Please sign in with it.')).toBeVisible()
  await enter(page, 'okami@tablewire.test', 'a word long enough')
  await expect(page).toHaveURL(/\/reservations$/)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Invalid token' })).toBeVisible()
  await noFindings(page)
  await page.getByRole('link', { name: 'Ask for a new link' }).click()
})

test('ER2: an address nobody has and a link nobody sent are answered like all others', async ({ page }) => {
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill('nobody-at-all@tablewire.test')
  await page.keyboard.press('Enter')
  await expect(page.getByText('If there is an account for nobody-at-all@tablewire.test')).toBeVisible()
  await page.getByRole('button', { name: 'Use another address' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('nobody-at-all@tablewire.test')
  await page.goto('/reset-password/x')
  await expect(page.getByRole('heading', { name: 'Invalid token' })).toBeVisible()
})

test('the pages for guests fit 320 pixels and speak every language', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of ['/login?redirectUrl=//evil.example', '/forgot-password', '/reset-password/x']) {
    await page.goto(path)
    for (const lang of ['de', 'es', 'fr', 'nl', 'en']) {
      await page.locator('select').selectOption(lang)
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
      await noSideways(page)
    }
  }
})
