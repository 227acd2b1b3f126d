import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCtx, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { createGateway, updateGateway } from './gateways.ts'

let open: OpenDb
beforeAll(async () => {
  open = await aDb()
})
afterAll(() => open.close())

const url = 'https://texts.example/send'
const other = 'https://elsewhere.example/send'

test('a secret goes to no other address and by no other dialect than it was given for, on whatever way round', async () => {
  const ctx = aCtx(open.db, { ports: recordingPorts().ports })
  const made = await createGateway(ctx, { name: 'Texts', dialect: 'http', url, sender: '+4930000000', secret: 'a secret of theirs' })
  const change = (body: Parameters<typeof updateGateway>[1]['body']) => updateGateway(ctx, { params: { id: made.id }, body })
  await expect(change({ url: other })).rejects.toMatchObject({ fields: { secret: [{ issue: 'required' }] } })
  // Kannel sends it as it is.
  await expect(change({ dialect: 'kannel', username: 'hub' })).rejects.toMatchObject({ fields: { secret: [{ issue: 'required' }] } })
  expect((await change({ name: 'Our texts' })).secretSetAt).not.toBeNull()
  const logging = await change({ dialect: 'log', url: other })
  expect(logging).toMatchObject({ dialect: 'log', secretSetAt: null })
  await expect(change({ dialect: 'http' })).rejects.toMatchObject({ fields: { secret: [{ issue: 'required' }] } })
  await expect(change({ url: 'http://169.254.169.254/' })).rejects.toMatchObject({ fields: { url: [{ issue: 'address' }] } })
  expect((await change({ dialect: 'http', secret: 'another one of theirs' })).secretSetAt).not.toBeNull()
})
