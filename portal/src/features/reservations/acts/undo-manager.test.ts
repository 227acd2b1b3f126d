import { beforeEach, expect, test, vi } from 'vitest'

vi.mock('#src/api/session.ts', () => ({ sessionStore: { onEnd: (listener: () => void) => void (ended = listener) } }))
let ended: () => void = () => undefined
const shown: { text: string; actions: string[] }[] = []
vi.mock('#src/kit/toasts.ts', () => {
  type Action = { label: string; run: () => void }
  const show = (text: string, ...actions: Action[]): number => {
    shown.push({ text, actions: actions.map(({ label }) => label) })
    return shown.length - 1
  }
  const retire = (id: number, { label }: Action): void => void (shown[id]!.actions = shown[id]!.actions.filter((one) => one !== label))
  return { toast: { success: show, info: show, dismiss: (id: number) => void (shown[id]!.actions = []), retire } }
})
const { undoManager } = await import('./undo-manager.ts')

const done = (text: string, takeBack?: () => Promise<string>) =>
  undoManager.done({ text, label: 'Undo', takeBack, cannot: `${text} stays` })
const taken: string[] = []
const undoable = (text: string) =>
  done(text, () => {
    taken.push(text)
    return Promise.resolve(`${text} undone`)
  })
const settled = () => new Promise((resolve) => setTimeout(resolve))

beforeEach(() => {
  ended()
  shown.length = 0
  taken.length = 0
})

test('the last act is taken back, once, and the one before it never', async () => {
  undoable('seat')
  undoable('cancel')
  undoManager.undo('nothing')
  await settled()
  undoManager.undo('nothing')
  expect(taken).toEqual(['cancel'])
  expect(shown.map(({ text }) => text)).toEqual(['seat', 'cancel', 'cancel undone', 'nothing'])
})

test('an act that cannot be taken back says so, and stands between the key and what came before', () => {
  undoable('seat')
  done('reject')
  undoManager.undo('nothing')
  expect(taken).toEqual([])
  expect(shown.at(-1)!.text).toBe('reject stays')
})

test('the Undo of a notice ends with a later act, with the refusal of its own, and with the session', () => {
  undoable('seat')
  expect(shown[0]!.actions).toEqual(['Undo'])
  const refused = undoable('complete')
  expect(shown.map(({ actions }) => actions)).toEqual([[], ['Undo']])
  refused()
  expect(shown[1]!.actions).toEqual([])
  undoable('no-show')
  ended()
  expect(shown[2]!.actions).toEqual([])
  undoManager.undo('nothing')
  expect(taken).toEqual([])
})

test('what failed to be taken back may be tried again, unless another act came since', async () => {
  let line = false
  done('seat', () => (line ? Promise.resolve('undone') : Promise.reject(new Error('down'))))
  undoManager.undo('nothing')
  await settled()
  line = true
  undoManager.undo('nothing')
  await settled()
  expect(shown.at(-1)!.text).toBe('undone')
})
