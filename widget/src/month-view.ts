import { type ComponentChild, h } from 'preact'
import type { Day, Month, PageState } from './page-state.ts'

const dayView = (day: Day | null): ComponentChild =>
  day
    ? day.href === null
      ? h('span', { role: 'link', tabindex: -1, 'aria-disabled': 'true', 'aria-label': day.name, 'data-day': day.date }, day.label)
      : h(
          'a',
          { href: day.href, 'aria-label': day.name, 'aria-current': day.current ? 'date' : undefined, 'data-day': day.date },
          day.label,
        )
    : null

/** A month as a grid: with script arrows go from day to day, also to those that have nothing, which say why. */
export const monthView = ({ words }: PageState, { title, weekdays, weeks, before, after }: Month): ComponentChild =>
  h(
    'section',
    { class: 'month', key: title },
    h(
      'div',
      { class: 'day' },
      before
        ? h('a', { href: before.href, 'aria-label': `${words.earlierMonth}: ${before.label}`, 'data-month': 'before' }, '‹')
        : h('span', null),
      h('h2', { id: 'month', 'aria-live': 'polite' }, title),
      after
        ? h('a', { href: after.href, 'aria-label': `${words.laterMonth}: ${after.label}`, 'data-month': 'after' }, '›')
        : h('span', null),
    ),
    h(
      'table',
      { role: 'grid', 'aria-labelledby': 'month' },
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          weekdays.map(({ short, long }) => h('th', { key: long, scope: 'col', abbr: long }, short)),
        ),
      ),
      h(
        'tbody',
        null,
        weeks.map((days, row) =>
          h(
            'tr',
            { key: row },
            days.map((day, column) => h('td', { key: column }, dayView(day))),
          ),
        ),
      ),
    ),
  )
