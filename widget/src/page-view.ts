import { type ComponentChild, h, type VNode } from 'preact'
import { detailsView, inputOf, typedForm } from './details-view.ts'
import type { DoneStep, HousesStep, PageState, StopStep } from './page-state.ts'
import { carriedFields, timesView } from './times-view.ts'
import { waitView } from './wait-view.ts'
import { fill } from './words.ts'

const headOf = ({ house, all }: PageState): ComponentChild =>
  house &&
  h(
    'header',
    { class: 'house' },
    house.logo && h('img', { src: house.logo.url, alt: house.logo.alt, height: 32 }),
    h('p', { class: 'name' }, house.name),
    house.address && h('p', { class: 'soft' }, house.address),
    all && h('p', null, h('a', { href: all.href }, all.label)),
  )

const callOf = ({ house, words }: PageState): ComponentChild =>
  house?.phone
    ? h('p', { class: 'soft' }, h('a', { href: `tel:${house.phone.replace(/[^+\d]/g, '')}` }, fill(words.call, { phone: house.phone })))
    : null

/** The mail that he has to answer has not come, or went to an address that he mistyped: what else he said stays as it is. */
const mailView = (state: PageState, { mail }: DoneStep): ComponentChild[] => {
  if (!mail) return []
  const action = `${state.base}/done`
  const fields = [carriedFields(state.carried), h('input', { type: 'hidden', name: 'booking', value: mail.booking })]
  return [
    mail.said && h('p', { class: 'held', role: 'status', tabindex: -1 }, mail.said),
    mail.notice && h('p', { class: 'notice', role: 'alert' }, mail.notice),
    h('form', { method: 'post', action, class: 'mail' }, fields, h('button', { class: 'second', name: 'act', value: 'again' }, mail.again)),
    h(
      'details',
      {
        open: (mail.values.email !== undefined && mail.said === null) || mail.errors.email !== undefined,
        class: 'mail',
        key: `correct ${mail.said}`,
      },
      h('summary', null, mail.correct),
      h(
        'form',
        { method: 'post', action, id: typedForm },
        fields,
        inputOf(state, mail, [
          'email',
          { label: state.words.email, type: 'email', autocomplete: 'email', required: true, hint: mail.hint, most: 254 },
        ]),
        h('button', null, mail.send),
      ),
    ),
  ]
}

const doneView = (state: PageState, step: DoneStep): ComponentChild[] => [
  h('p', { class: 'summary' }, step.summary),
  h('p', null, step.text),
  ...mailView(state, step),
  step.payment &&
    h('p', null, h('a', { class: 'act', href: step.payment, target: '_top', rel: 'noopener', 'data-tw': 'leave' }, state.words.pay)),
  h('p', null, `${state.words.reference}: `, h('strong', { class: 'reference' }, step.reference)),
  ...step.texts.map(({ title, text }) => h('section', null, h('h2', null, title), h('p', { class: 'pre' }, text))),
  callOf(state),
  step.own &&
    h(
      'p',
      null,
      h('a', { class: 'act second', href: step.own, target: '_blank', rel: 'noopener', 'data-tw': 'leave' }, state.words.manage),
    ),
  h('p', null, h('a', { href: step.again }, state.words.another)),
]

const stopView = (state: PageState, step: StopStep): ComponentChild[] => [
  h('p', null, step.text),
  step.sent &&
    h(
      'form',
      { method: 'post', action: step.sent.action },
      carriedFields(step.sent.fields),
      h('p', null, h('button', { class: 'act' }, step.sent.label)),
    ),
  step.again && h('p', null, h('a', { class: 'act', href: step.again.href }, step.again.label)),
  callOf(state),
]

const housesView = ({ base, carried }: PageState, step: HousesStep): ComponentChild[] => [
  step.text && h('p', { class: 'soft' }, step.text),
  step.find &&
    h(
      'form',
      { method: 'get', action: base, class: 'question', role: 'search' },
      carriedFields(carried),
      h(
        'div',
        { class: 'field' },
        h('label', { for: 'q' }, step.find.label),
        h('input', { id: 'q', name: 'q', type: 'search', maxLength: 80, autocomplete: 'off', defaultValue: step.find.typed }),
      ),
      h('button', { class: 'second' }, step.find.send),
    ),
  step.find && h('p', { class: 'soft', role: 'status' }, step.found),
  h(
    'ul',
    { class: 'instead' },
    step.houses.map(({ href, label, away }) =>
      h(
        'li',
        { key: href },
        h('a', { class: 'act second', href, rel: 'noopener', ...(away ? { target: '_top', 'data-tw': 'leave' } : {}) }, label),
      ),
    ),
  ),
]

const stepView = (state: PageState): ComponentChild[] => {
  const { step } = state
  if (step.kind === 'times') return [...timesView(state, step), callOf(state)]
  if (step.kind === 'details') return detailsView(state, step)
  if (step.kind === 'wait') return waitView(state, step)
  if (step.kind === 'houses') return housesView(state, step)
  return step.kind === 'done' ? doneView(state, step) : stopView(state, step)
}

type Language = PageState['languages'][number]
const languageOf = ({ step }: PageState, { href, label, lang }: Language): ComponentChild =>
  step.kind === 'details' || (step.kind === 'wait' && !step.joined) || (step.kind === 'done' && step.mail)
    ? h('button', { form: typedForm, name: 'to', value: lang, formNoValidate: true, lang, 'data-href': href }, label)
    : h('a', { href, hreflang: lang, lang }, label)

const languagesOf = (state: PageState): ComponentChild => {
  const { languages, words } = state
  return languages.length > 0
    ? h(
        'nav',
        { 'aria-label': words.language },
        h(
          'ul',
          null,
          languages.map((one) =>
            one.current
              ? h('li', { key: one.lang, 'aria-current': 'true' }, one.label)
              : h('li', { key: one.lang }, languageOf(state, one)),
          ),
        ),
      )
    : null
}

/** Steps whose button stands at the foot. */
const isForm = ({ step }: PageState): boolean => step.kind === 'details' || step.kind === 'wait'
const troubleOf = (state: PageState, trouble: string): ComponentChild =>
  trouble && h('div', { class: 'notice trouble', role: 'alert' }, h('p', null, trouble), callOf(state))

/** The whole page; `busy` while an answer is awaited, `trouble` when it did not come. */
export const pageView = (state: PageState, { busy = false, trouble = '' } = {}): VNode =>
  h(
    'div',
    { class: 'page', 'aria-busy': busy ? 'true' : undefined },
    headOf(state),
    h(
      'main',
      { key: state.step.kind },
      h('h1', { tabindex: -1 }, state.title),
      ...(isForm(state) ? [...stepView(state), troubleOf(state, trouble)] : [troubleOf(state, trouble), ...stepView(state)]),
    ),
    h('p', { class: 'busy', role: 'status' }, busy ? state.words.sending : ''),
    h('footer', null, languagesOf(state)),
  )
