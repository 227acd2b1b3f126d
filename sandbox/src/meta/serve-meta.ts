import { json, jsonIn, listen, type Listening, type ListenOptions, refusal, type Route } from '../http/router.ts'
import { developerRoutes } from './developers.ts'
import { dialogRoutes } from './dialog.ts'
import { type Faults, graphRoutes, type Refused } from './graph.ts'
import type { App } from './memory.ts'
import { makeWorld, type World } from './world.ts'

export type Meta = Listening & {
  world: World
  faults: Faults
  graphUrl: string
  dialogUrl: string
  /** An app is set up with the addresses its makers name. */
  addApp(app: App): void
}

const sideDoor = (world: World, faults: Faults): Route[] => [
  { method: 'GET', path: '/admin/pages', act: () => json({ pages: Array.from(world.pages.values()) }) },
  {
    method: 'PUT',
    path: '/admin/faults',
    act: (request) => {
      const asked = jsonIn(request)
      if (!asked) return refusal(400, 'faults', 'An object is expected.')
      Object.assign(faults, {
        down: asked['down'] === true,
        next: Array.isArray(asked['next']) ? (asked['next'] as Refused[]) : [],
        lost: Number(asked['lost'] ?? 0),
      })
      return json(faults)
    },
  },
]

/** A Meta of our own: sign-in, pages with their button, and what apps are told. */
export const serveMeta = async ({ memory, ...options }: ListenOptions & { memory?: string } = {}): Promise<Meta> => {
  const world = makeWorld(memory)
  const faults: Faults = { next: [], down: false, lost: 0 }
  const listening = await listen(
    [...dialogRoutes(world), ...developerRoutes(world), ...graphRoutes(world, faults), ...sideDoor(world, faults)],
    options,
  )
  return {
    ...listening,
    world,
    faults,
    graphUrl: `${listening.origin}/graph`,
    dialogUrl: `${listening.origin}/dialog/oauth`,
    addApp: world.addApp,
    close: async () => {
      await listening.close()
      world.flush()
    },
  }
}
