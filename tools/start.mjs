// `npm start`: everything a fresh machine lacks, then the server. The portal is built while the database starts.
import { join } from 'node:path'
import { stalePortal } from './portal-build.mjs'
import { exitOf, main, root, say, serverFlags, setup, startNode } from './setup.mjs'

await main(async () => {
  const node = await setup()
  const build = stalePortal(node)
  const args = [...serverFlags, join(root, 'server/src/main.ts'), 'serve', ...process.argv.slice(2)]
  const server = startNode(node, args, build && { env: { TABLEWIRE_PORTAL_BUILD: 'pending' } })
  const tell = (portal) => server.connected && server.send({ portal }, () => undefined)
  build?.().then(
    () => tell('ready'),
    (error) => {
      say(`The portal could not be built:\n${error.message}`)
      tell('failed')
    },
  )
  const code = await exitOf(server)
  // A build still running has nobody left to build for.
  process.exit(code)
})
