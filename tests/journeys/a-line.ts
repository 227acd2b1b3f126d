import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Product } from './server.ts'

/** A line to the product that can be cut: the browser believes itself online, and nobody answers. */
export const aLine = async ({ url }: Product) => {
  const sockets = new Set<Socket>()
  const hold = (socket: Socket): Socket => {
    sockets.add(socket)
    return socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
  }
  const { hostname, port } = new URL(url)
  const listen = async (at: number) => {
    const door = createServer((caller) => {
      hold(caller)
      const answerer = hold(connect(Number(port), hostname))
      caller.pipe(answerer).pipe(caller)
    }).listen(at, '127.0.0.1')
    await once(door, 'listening')
    return door
  }
  let door = await listen(0)
  const own = (door.address() as AddressInfo).port
  const cut = (): void => {
    door.close()
    for (const socket of sockets) socket.destroy()
  }
  return { origin: `http://127.0.0.1:${own}`, cut, mend: async () => void (door = await listen(own)), [Symbol.dispose]: cut }
}
