import { type ComponentChild, h } from 'preact'
import { inputOf, inputsOf, trapOf, typedForm } from './details-view.ts'
import type { PageState, WaitStep } from './page-state.ts'
import { carriedFields, selectOf } from './times-view.ts'

const formOf = (state: PageState, step: WaitStep): ComponentChild => {
  const { base, carried, words } = state
  return h(
    'form',
    { method: 'post', action: `${base}/wait`, id: typedForm },
    carriedFields(carried),
    h('input', { type: 'hidden', name: 'wait', value: step.token }),
    h('div', { class: 'fields' }, selectOf('from', step.from), selectOf('until', step.until), step.area && selectOf('area', step.area)),
    h('h2', null, words.yourDetails),
    h(
      'div',
      { class: 'fields' },
      inputsOf(state).map((input) => inputOf(state, step, input)),
    ),
    inputOf(state, step, ['notes', { label: words.notes, rows: 3, most: 500 }]),
    trapOf(state, step),
    h('button', { class: 'act' }, step.send),
  )
}

export const waitView = (state: PageState, step: WaitStep): ComponentChild[] => [
  h('p', { class: 'summary' }, step.summary),
  h('p', null, step.text),
  step.notice && h('p', { class: 'notice', role: 'alert' }, step.notice),
  Object.keys(step.errors).length > 0 && h('p', { class: 'notice', role: 'alert' }, state.words.wrong),
  !step.joined && formOf(state, step),
  h('p', null, h('a', { href: step.back.href }, step.back.label)),
]
