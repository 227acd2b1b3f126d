import { Worker } from 'node:worker_threads'
import { photoBytesMax, photoEdgeMax, photoEdgeMin, photoTypes } from '@tablewire/contracts/listing/photo.rules'
import type { Timers } from '@tablewire/connectors/kit/timers'
import type { Logger } from '#src/platform/log.ts'
import { Problem } from '#src/platform/problem.ts'
import type { PhotoAnswer, PhotoMade, PhotoTask } from './photo-worker.ts'

/** One picture at a time takes one core, and this much memory; whoever comes when so many wait is asked to come again. */
const waitingMax = 12
const longestMs = 30_000
const idleMs = 60_000
const heapMb = 128

/** Where it is told what went wrong, and what it is waited with. */
type Surroundings = { log: Logger; timers: Timers }
type Waiting = { task: PhotoTask; timers: Timers; done: (answer: PhotoAnswer | undefined) => void }

/** A thread of its own that makes pictures, one after the other; it ends when nothing came for a while, and one that hangs or falls is replaced. */
const makeStudio = () => {
  const queue: Waiting[] = []
  let worker: Worker | undefined
  let current: Waiting | undefined
  let count = 0
  let cancel: (() => void) | undefined
  const settle = (answer: PhotoAnswer | undefined): void => {
    cancel?.()
    const was = current
    current = undefined
    was?.done(answer)
    next(was?.timers)
  }
  const drop = (): void => {
    const gone = worker
    worker = undefined
    void gone?.terminate()
  }
  const start = (): Worker => {
    const made = new Worker(new URL('photo-worker.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: heapMb } })
    made.unref()
    made.on('message', (answer: PhotoAnswer) => (worker === made && answer.id === current?.task.id ? settle(answer) : undefined))
    const fallen = (): void => {
      if (worker !== made) return
      worker = undefined
      settle(undefined)
    }
    made.on('error', fallen)
    made.on('exit', fallen)
    return made
  }
  const next = (last?: Timers): void => {
    if (current) return
    cancel?.()
    current = queue.shift()
    if (!current) {
      cancel = last?.after(idleMs, drop)
      return
    }
    worker ??= start()
    cancel = current.timers.after(longestMs, () => {
      drop()
      settle(undefined)
    })
    worker.postMessage(current.task, [])
  }
  return (task: Omit<PhotoTask, 'id'>, timers: Timers): Promise<PhotoAnswer | undefined> => {
    if (queue.length >= waitingMax) throw new Problem('server.busy')
    return new Promise((done) => {
      queue.push({ task: { ...task, id: ++count }, timers, done })
      next()
    })
  }
}
const studio = makeStudio()

const kilobytes = (bytes: number): number => Math.ceil(bytes / 1024)
const tooLarge = (bytes: number): Problem => new Problem('picture.too_large', { given: kilobytes(bytes), limit: kilobytes(photoBytesMax) })
/** Also before anything of it is read. */
export const photoUploads = { endpointId: 'listings.addPhoto', bytesMax: photoBytesMax, tooLarge }

/** All sizes of a picture, or what is wrong with it, as its sender reads it. */
export const makePhoto = async ({ log, timers }: Surroundings, task: Omit<PhotoTask, 'id'>): Promise<PhotoMade> => {
  if (task.content.length > photoBytesMax) throw tooLarge(task.content.length)
  const answer = await studio(task, timers)
  if (!answer) {
    log.warn({ bytes: task.content.length }, 'a photo was given up: the thread that makes them hung or fell')
    throw new Problem('picture.broken')
  }
  if (!('fault' in answer)) return answer
  if (answer.fault === 'size')
    throw new Problem('picture.size_refused', { width: answer.width, height: answer.height, min: photoEdgeMin, max: photoEdgeMax })
  throw answer.fault === 'type' ? new Problem('picture.type_refused', { allowed: photoTypes.join(', ') }) : new Problem('picture.broken')
}
