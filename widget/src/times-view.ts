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

const questionForm = ({ base, carried, words }: PageState, step: TimesStep): ComponentChild =>
  h(
    'form',
    { method: 'get', action: base, class: 'question' },
    carriedFields(carried),
    step.month && h('input', { type: 'hidden', name: 'month', value: step.month.value }),
    step.held && h('input', { type: 'hidden', name: 'held', value: step.held }),
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
    step.areas.length > 0 && selectOf('area', { choices: step.areas, chosen: step.area, label: words.area }),
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

const timesForm = ({ base, carried, words }: PageState, step: TimesStep): ComponentChild =>
  h(
    'form',
    { method: 'post', action: `${base}/hold` },
    carriedFields(carried),
    step.held && h('input', { type: 'hidden', name: 'held', value: step.held }),
    h('input', { type: 'hidden', name: 'party', value: step.party }),
    h('input', { type: 'hidden', name: 'date', value: step.date }),
    h('input', { type: 'hidden', name: 'area', value: step.area }),
    step.durations.length > 0 && selectOf('duration', { choices: step.durations, chosen: '', label: words.duration }),
    step.kinds.length > 0 && selectOf('kind', { choices: step.kinds, chosen: '', label: words.kind }),
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
                { name: 'at', value: at, 'aria-label': name },
                h('span', null, label),
                note && ' ',
                note && h('small', null, note),
              ),
            ),
          ),
        ),
      ),
    ),
  )

export const timesView = (state: PageState, step: TimesStep): ComponentChild[] => [
  step.notice && h('p', { class: 'notice', role: 'alert' }, step.notice),
  questionForm(state, step),
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
  step.none &&
    h(
      'div',
      { class: 'none' },
      h('p', null, step.none.why),
      step.none.instead.length > 0 && h('p', { class: 'soft' }, state.words.instead),
      h(
        'ul',
        { class: 'instead' },
        step.none.instead.map(({ href, label }) => h('li', { key: href }, h('a', { class: 'act second', href }, label))),
      ),
      step.none.wait && h('p', null, h('a', { class: 'act', id: 'wait', href: step.none.wait.href }, step.none.wait.label)),
    ),
  step.groups.length > 0 && timesForm(state, step),
]
