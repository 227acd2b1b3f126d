import { randomUUID } from 'node:crypto'
import type { World } from './world.ts'

export const reportBody = () => ({
  name: `Law ${randomUUID()}`,
  question: { range: 'lastWeek', excludeCanceled: true },
  rhythm: 'weekly',
  weekday: 1,
  monthDay: null,
  time: '07:30',
  timezone: 'Europe/Madrid',
  lang: 'en',
  recipients: [`${randomUUID()}@guest.test`],
})

/** Of whoever calls, who has no others. */
export const aReport = async (world: World, token = world.superAdmin): Promise<string> => {
  await world.container.db.deleteFrom('reports').execute()
  const made = await world.ask({ method: 'POST', url: '/v1/analytics/reports', token, body: reportBody() })
  if (made.statusCode !== 201) throw new Error(made.body)
  return made.json<{ data: { id: string } }>().data.id
}
