import { listen, type Listening, type ListenOptions } from '../http/router.ts'
import { dialogRoutes } from './dialog.ts'
import { type Faults, graphRoutes } from './graph.ts'
import { type App, makeWorld, type World } from './world.ts'

export type Meta = Listening & {
  world: World
  faults: Faults
  graphUrl: string
  dialogUrl: string
  /** An app is set up with the addresses its makers name. */
  addApp(app: App): void
}

/** A Meta of our own: sign-in, pages with their button, and what apps are told. */
export const serveMeta = async ({ apps = [], ...options }: ListenOptions & { apps?: App[] } = {}): Promise<Meta> => {
  const world = makeWorld(apps)
  const faults: Faults = { next: [] }
  const listening = await listen([...dialogRoutes(world), ...graphRoutes(world, faults)], options)
  return {
    ...listening,
    world,
    faults,
    graphUrl: `${listening.origin}/graph`,
    dialogUrl: `${listening.origin}/dialog/oauth`,
    addApp: (app) => void world.apps.splice(0, world.apps.length, ...world.apps.filter(({ id }) => id !== app.id), app),
  }
}
