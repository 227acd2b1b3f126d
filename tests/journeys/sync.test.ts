import type { Page } from '@playwright/test'
import { addSystem, removeSystem } from './a-system.ts'
import { noFindings, noSideways, signIn } from './frame.ts'
import { expect, test } from './server.ts'

const startHealth = async (page: Page, system: string): Promise<void> => {
  await page.getByRole('button', { name: 'Start a task' }).click()
  const dialog = page.getByRole('dialog', { name: 'Start a sync task' })
  await dialog.getByLabel('Partner').selectOption({ label: system })
  await dialog.getByLabel('Task').selectOption('health')
  await dialog.getByRole('button', { name: 'Start a task' }).click()
  await expect(dialog).toBeHidden()
}
const panel = (page: Page) => page.getByRole('dialog', { name: 'Sync task', exact: true })
const shownTask = (page: Page): string | null => new URL(page.url()).searchParams.get('id')

test('HU5: an administrator starts a task, reads why it came to nothing, and runs it again', async ({ page, product }) => {
  await signIn(page, '/systems', product.adminEmail)
  await addSystem(page, 'Quiet Ledger')
  const system = page.url()
  await page.goto(new URL('/sync-tasks', system).href)
  await expect(page.getByRole('heading', { name: 'Sync Task Audit' })).toBeVisible()
  await startHealth(page, 'Quiet Ledger')
  await expect(panel(page).getByRole('heading', { name: 'Health' })).toBeVisible()
  // The page hears by itself that the task has ended: nobody told the hub yet where that system is.
  await expect(panel(page).getByText('Done, with errors')).toBeVisible()
  await expect(panel(page).getByRole('listitem').getByText('Error', { exact: true })).toBeVisible()
  await noFindings(page)
  const first = shownTask(page)
  await panel(page).getByRole('button', { name: 'Run again' }).click()
  await expect.poll(() => shownTask(page)).not.toBe(first)
  await panel(page).getByRole('button', { name: 'Show that task' }).click()
  await expect.poll(() => shownTask(page)).toBe(first)
  await page.goto(system)
  await removeSystem(page, 'Quiet Ledger')
})

test('HU5: tasks are filtered, the filters live in the address, and a phone shows them without going sideways', async ({
  page,
  product,
}) => {
  await signIn(page, '/sync-tasks?kind=areas&state=failed', product.adminEmail)
  await expect(page.getByText('No task fits the filters')).toBeVisible()
  await noFindings(page)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await page.setViewportSize({ width: 320, height: 700 })
  await expect(page.getByRole('button', { name: 'Start a task' })).toBeVisible()
  await noSideways(page)
})

test('HU5: an address that makes no sense shows the whole list', async ({ page, product }) => {
  await signIn(page, '/sync-tasks?kind=x&system=x&state=x&trouble=x&id=garbage', product.adminEmail)
  await expect(page.getByText('No tasks yet').or(page.getByRole('grid').locator('[data-place]')).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Clear filters' })).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto(`/traces?outcome=x&channel=x&slow=abc&status=abc&span=-5&id=garbage&q=${'x'.repeat(10_000)}`)
  await expect(page.getByText('No data was found')).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Any id of a booking or request' })).toHaveValue('x'.repeat(120))
})
