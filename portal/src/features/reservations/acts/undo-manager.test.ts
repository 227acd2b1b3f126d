import { beforeEach, expect, test, vi } from 'vitest'

vi.mock('#src/api/session.ts', () => ({ sessionStore: { onEnd: (listener: () => void) => void (ended = listener) } }))
let ended: () => void = () => undefined
const shown: { text: string; actions: string[]; run?: (() => void) | undefined }[] = []
vi.mock('#src/kit/toasts.ts', () => {
  type Action = { label: string; run: () => void }
  const show = (text: string, ...actions: Action[]): number => {
    shown.push({ text, actions: actions.map(({ label }) => label), run: actions.at(-1)?.run })
    return shown.length - 1
  }
  const retire = (id: number, { label }: Action): void => void (shown[id]!.actions = shown[id]!.actions.filter((one) => one !== label))
  return { toast: { success: show, info: show, dismiss: (id: number) => void (shown[id]!.actions = []), retire } }
})
const { ApiError } = await import('#src/api/api-error.ts')
const { undoManager } = await import('./undo-manager.ts')

const done = (text: string, takeBack?: () => Promise<string>, of = text) =>
  undoManager.done({ text, label: 'Undo', takeBack, cannot: `${text} stays`, of })
const taken: string[] = []
const undoable = (text: string, of = text) =>
  done(
    text,
    () => {
      taken.push(text)
      return Promise.resolve(`${text} undone`)
    },
    of,
  )
const settled = () => new Promise((resolve) => setTimeout(resolve))

beforeEach(() => {
  ended()
  shown.length = 0
  taken.length = 0
})

test('acts are taken back one after the other, the newest first, each once', async () => {
  undoable('seat')
  undoable('cancel')
  for (let times = 0; times < 3; times += 1) {
    undoManager.undo('nothing')
    await settled()
  }
  expect(taken).toEqual(['cancel', 'seat'])
  expect(shown.map(({ text }) => text)).toEqual(['seat', 'cancel', 'cancel undone', 'seat undone', 'nothing'])
})

test('each notice takes back its own act, and the key goes on with the others', async () => {
  undoable('seat')
  undoable('cancel')
  shown[0]!.run!()
  await settled()
  undoManager.undo('nothing')
  await settled()
  expect(taken).toEqual(['seat', 'cancel'])
})

test('an act that cannot be taken back says so once, and what came before it still can', async () => {
  undoable('seat')
  done('reject')
  undoManager.undo('nothing')
  expect(taken).toEqual([])
  expect(shown.at(-1)!.text).toBe('reject stays')
  undoManager.undo('nothing')
  await settled()
  expect(taken).toEqual(['seat'])
})

test('the Undo of a notice ends with a later act on the same party, with the refusal of its own, with the session and with time', () => {
  undoable('seat', 'party')
  expect(shown[0]!.actions).toEqual(['Undo'])
  const { refused } = undoable('complete', 'party')
  expect(shown.map(({ actions }) => actions)).toEqual([[], ['Undo']])
  refused()
  expect(shown[1]!.actions).toEqual([])
  undoable('no-show')
  ended()
  expect(shown[2]!.actions).toEqual([])
  undoManager.undo('nothing')
  vi.useFakeTimers()
  undoable('old')
  vi.advanceTimersByTime(11 * 60_000)
  undoManager.undo('nothing')
  vi.useRealTimers()
  expect(taken).toEqual([])
})

test('what was refused for good makes way for the act before it', async () => {
  undoable('seat')
  done('cancel', () => Promise.reject(new ApiError(409, 'reservation.changed_meanwhile', { message: '' })))
  undoManager.undo('nothing')
  await settled()
  undoManager.undo('nothing')
  await settled()
  expect(taken).toEqual(['seat'])
})

test('what failed to be taken back may be tried again', async () => {
  let line = false
  done('seat', () => (line ? Promise.resolve('undone') : Promise.reject(new Error('down'))))
  undoManager.undo('nothing')
  await settled()
  line = true
  undoManager.undo('nothing')
  await settled()
  expect(shown.at(-1)!.text).toBe('undone')
})
