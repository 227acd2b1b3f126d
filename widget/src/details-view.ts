import { type ComponentChild, h } from 'preact'
import type { DetailsStep, FieldName, PageState } from './page-state.ts'
import { TimeLeft } from './time-left.ts'
import { carriedFields, selectOf } from './times-view.ts'

/** What a guest types: its languages are asked for by it, so that nothing of it is lost. */
export const typedForm = 'guest'

type Input = {
  label: string
  type?: string
  autocomplete?: string
  required?: boolean
  hint?: string
  rows?: number
  most: number
}

type Typed = Pick<DetailsStep, 'values' | 'errors'>
export const inputOf = ({ words }: PageState, step: Typed, [name, input]: [FieldName, Input]): ComponentChild => {
  const error = step.errors[name]
  const described = [input.hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  const common = {
    id: name,
    name,
    maxLength: input.most,
    required: input.required,
    defaultValue: step.values[name] ?? '',
    'aria-invalid': error ? 'true' : undefined,
    'aria-describedby': described || undefined,
  }
  return h(
    'div',
    { class: 'field', key: name },
    h('label', { for: name }, input.label, !input.required && h('span', { class: 'soft' }, ` (${words.optional})`)),
    input.rows
      ? h('textarea', { ...common, rows: input.rows })
      : h('input', { ...common, type: input.type ?? 'text', autocomplete: input.autocomplete ?? 'off' }),
    input.hint && h('p', { class: 'soft hint', id: `${name}-hint` }, input.hint),
    error && h('p', { class: 'error', id: `${name}-error` }, error),
  )
}

export const inputsOf = ({ words }: PageState): [FieldName, Input][] => [
  ['firstName', { label: words.firstName, autocomplete: 'given-name', required: true, most: 60 }],
  ['lastName', { label: words.lastName, autocomplete: 'family-name', required: true, most: 60 }],
  ['email', { label: words.email, type: 'email', autocomplete: 'email', required: true, most: 254 }],
  ['phone', { label: words.phone, type: 'tel', autocomplete: 'tel', hint: words.phoneHint, most: 40 }],
]

/** Shown to nobody but programs that fill in whatever they find, and to a guest whose browser did so. */
export const trapOf = ({ words }: PageState, { errors, values }: Typed): ComponentChild =>
  h(
    'div',
    { class: errors.trap ? 'field' : 'trap', 'aria-hidden': errors.trap ? undefined : 'true' },
    h('label', { for: 'trap' }, words.trap),
    h('input', { id: 'trap', name: 'trap', tabindex: errors.trap ? 0 : -1, autocomplete: 'off', defaultValue: values.trap ?? '' }),
  )

const checkOf = (step: DetailsStep): ComponentChild =>
  h(
    'label',
    { class: 'check' },
    h('input', { type: 'checkbox', name: 'optIn', value: 'yes', defaultChecked: step.values.optIn === 'yes' }),
    h('span', null, step.optIn),
  )

const othersOf = (step: DetailsStep): ComponentChild =>
  step.others.length > 0 &&
  h(
    'ul',
    { class: 'times' },
    step.others.map(({ at, label, name }) => h('li', { key: at }, h('button', { name: 'at', value: at, 'aria-label': name }, label))),
  )

export const detailsView = (state: PageState, step: DetailsStep): ComponentChild[] => {
  const { base, carried, words } = state
  const wrong = Object.keys(step.errors).length > 0
  return [
    h('p', { class: 'summary' }, step.summary),
    step.pays && h('p', { class: 'held' }, step.pays),
    step.asks !== null && h('p', { class: 'held' }, step.asks),
    step.asks === null &&
      !step.others.length &&
      h(TimeLeft, { forMs: step.heldForMs, text: step.heldUntil, left: words.heldLeft, over: words.heldOver, key: step.held }),
    h('p', null, h('a', { href: step.back }, words.otherTime)),
    step.notice && h('p', { class: 'notice', role: 'alert' }, step.notice),
    wrong && h('p', { class: 'notice', role: 'alert' }, words.wrong),
    h(
      'form',
      { method: 'post', action: `${base}/details`, id: typedForm, key: `form ${step.held}` },
      carriedFields(carried),
      h('input', { type: 'hidden', name: 'held', value: step.held }),
      othersOf(step),
      h('h2', null, words.yourDetails),
      h(
        'div',
        { class: 'fields' },
        inputsOf(state).map((input) => inputOf(state, step, input)),
      ),
      selectOf('occasion', { choices: step.occasions, chosen: step.values.occasion ?? '', label: words.occasion }),
      inputOf(state, step, ['allergies', { label: words.allergies, most: 300 }]),
      inputOf(state, step, ['notes', { label: words.notes, rows: 3, most: 1500 }]),
      trapOf(state, step),
      checkOf(step),
      step.policies.length > 0 &&
        h(
          'section',
          { class: 'policies' },
          h('h2', null, words.before),
          step.policies.map(({ title, text }) => h('div', { key: title }, h('h3', null, title), h('p', { class: 'pre' }, text))),
        ),
      !step.others.length && h('button', { class: 'act' }, step.send),
    ),
  ]
}
