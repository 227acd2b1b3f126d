/** A semaphore with priority: writes before reads, else first come, first served. */
export type Semaphore = { take(atOnce: number, urgent: boolean, signal: AbortSignal): Promise<(() => void) | undefined> }

type Waiting = { start: () => void; urgent: boolean }

/** `undefined` from `take`: aborted while waiting, or the queue is full. */
export const makeSemaphore = (longest = 1000): Semaphore => {
  let running = 0
  let most = 1
  const queue: Waiting[] = []
  const next = (): void => {
    while (running < most && queue.length) {
      const urgent = queue.findIndex((one) => one.urgent)
      const [first] = queue.splice(Math.max(0, urgent), 1)
      running++
      first!.start()
    }
  }
  const giveBack = (): (() => void) => {
    let given = false
    return () => {
      if (given) return
      given = true
      running--
      next()
    }
  }
  return {
    take: async (atOnce, urgent, signal) => {
      most = atOnce
      if (signal.aborted) return undefined
      if (running < most && !queue.length) {
        running++
        return giveBack()
      }
      if (queue.length >= longest) return undefined
      return new Promise((resolve) => {
        const leave = (): void => {
          const place = queue.indexOf(waiting)
          if (place >= 0) queue.splice(place, 1)
          resolve(undefined)
        }
        const waiting: Waiting = {
          urgent,
          start: () => {
            signal.removeEventListener('abort', leave)
            resolve(giveBack())
          },
        }
        signal.addEventListener('abort', leave, { once: true })
        queue.push(waiting)
        next()
      })
    },
  }
}
