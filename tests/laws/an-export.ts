import type { World } from './world.ts'

/** Each is somebody's who has not asked for too many yet. */
export const anExport = async (world: World): Promise<string> => {
  await world.container.db.updateTable('exports').set({ state: 'failed' }).where('state', '<>', 'done').execute()
  const made = await world.ask({ method: 'POST', url: '/v1/venues/export', token: world.superAdmin, body: {} })
  return made.json<{ data: { id: string } }>().data.id
}
