import { type ComponentChild, h } from 'preact'
import { monthView } from './month-view.ts'
import type { Carried, Choice, PageState, TimesStep } from './page-state.ts'

export const carriedFields = (carried: Carried): ComponentChild[] =>
  carried.map(([name, value]) => h('input', { key: name, type: 'hidden', name, value }))

export const selectOf = (
  name: string,
  { choices, chosen, label }: { choices: readonly Choice[]; chosen: string; label: string },
): ComponentChild =>
  h(
    'div',
    { class: 'field', key: name },
    h('label', { for: name }, label),
    h(
      'select',
      { id: name, name },
      choices.map((choice) => h('option', { key: choice.value, value: choice.value, selected: choice.value === chosen }, choice.label)),
    ),
  )

const questionView = ({ words }: PageState, step: TimesStep): ComponentChild =>
  h(
    'div',
    { class: 'question', key: 'question' },
    selectOf('party', { choices: step.parties, chosen: step.party, label: words.party }),
    h(
      'div',
      { class: 'field' },
      h('label', { for: 'date' }, words.date),
      h('input', {
        id: 'date',
        name: 'date',
        type: 'date',
        required: true,
        min: step.firstDate,
        max: step.lastDate,
        defaultValue: step.date,
        key: step.date,
      }),
    ),
    step.areas.length > 0
      ? selectOf('area', { choices: step.areas, chosen: step.area, label: words.area })
      : step.area && h('input', { type: 'hidden', name: 'area', value: step.area }),
    h('button', { class: 'second' }, words.show),
  )

const dayNav = ({ words }: PageState, { before, after, dateLabel }: TimesStep): ComponentChild =>
  h(
    'div',
    { class: 'day' },
    before ? h('a', { href: before.href, 'aria-label': `${words.earlierDay}: ${before.label}` }, '‹') : h('span', null),
    h('h2', { id: 'day' }, dateLabel),
    after ? h('a', { href: after.href, 'aria-label': `${words.laterDay}: ${after.label}` }, '›') : h('span', null),
  )

/** What these times are for; the fields may say something else by the time one of them is pressed. */
const shownIn = ({ party, date, area }: TimesStep): string => new URLSearchParams({ shown: `${party} ${date} ${area}` }).toString()

const groupsView = ({ base }: PageState, step: TimesStep): ComponentChild[] =>
  step.groups.map(({ title, times }) =>
    h(
      'section',
      { key: title },
      h('h3', null, title),
      h(
        'ul',
        { class: 'times' },
        times.map(({ at, label, name, note }) =>
          h(
            'li',
            { key: at },
            h(
              'button',
              { name: 'at', value: at, 'aria-label': name, formmethod: 'post', formaction: `${base}/hold?${shownIn(step)}` },
              h('span', null, label),
              note && ' ',
              note && h('small', null, note),
            ),
          ),
        ),
      ),
    ),
  )

const noneView = ({ words }: PageState, { why, instead, wait }: NonNullable<TimesStep['none']>): ComponentChild =>
  h(
    'div',
    { class: 'none' },
    h('p', null, why),
    instead.length > 0 && h('p', { class: 'soft' }, words.instead),
    h(
      'ul',
      { class: 'instead' },
      instead.map(({ href, label }) => h('li', { key: href }, h('a', { class: 'act second', href }, label))),
    ),
    wait && h('p', null, h('a', { class: 'act', id: 'wait', href: wait.href }, wait.label)),
  )

/** One form: what a time is held for is what the fields say. */
export const timesView = (state: PageState, step: TimesStep): ComponentChild[] => [
  step.notice && h('p', { class: 'notice', role: 'alert' }, step.notice),
  h(
    'form',
    { method: 'get', action: state.base, key: 'times' },
    carriedFields(state.carried),
    step.month && h('input', { type: 'hidden', name: 'month', value: step.month.value }),
    step.held && h('input', { type: 'hidden', name: 'held', value: step.held }),
    questionView(state, step),
    h(
      'p',
      null,
      h(
        'a',
        { href: step.calendar.href, 'aria-expanded': step.month ? 'true' : 'false', id: 'calendar', role: 'button' },
        step.calendar.label,
      ),
    ),
    step.month && monthView(state, step.month),
    dayNav(state, step),
    h('p', { class: 'soft', role: 'status' }, step.found),
    step.none && noneView(state, step.none),
    step.groups.length > 0 &&
      step.durations.length > 0 &&
      selectOf('duration', { choices: step.durations, chosen: '', label: state.words.duration }),
    step.groups.length > 0 && step.kinds.length > 0 && selectOf('kind', { choices: step.kinds, chosen: '', label: state.words.kind }),
    groupsView(state, step),
  ),
]
