import type { Book } from '@tablewire/contracts/estate/book'
import { nightMinutes } from '@tablewire/contracts/booking/reservations.rules'
import { styled } from '@mui/material/styles'
import { useRef, useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { SaveBar } from '#src/kit/form/SaveBar.tsx'
import { UnsavedDialog } from '#src/kit/form/UnsavedDialog.tsx'
import { useUnsaved } from '#src/kit/form/use-unsaved.ts'
import { PageTabs } from '#src/kit/Tabs.tsx'
import { useWiderThan } from '#src/kit/use-width.ts'
import { eveningOf } from '#src/kit/zone-clock.ts'
import { BookStale } from './BookStale.tsx'
import { BeforeSave, ConflictsLeft } from './Conflicts.tsx'
import { EditorTab } from './EditorTab.tsx'
import { ErrorList } from './ErrorList.tsx'
import { Preview, ShowPreview } from './Preview.tsx'
import { pathOfShift, placeOfPath, tabs } from './setting-place.ts'
import { type BookVenue, type Errors, useBookEditor } from './use-book-editor.ts'
import { usePlace } from './use-place.ts'
import { useT } from './use-t.ts'

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(3),
  alignItems: 'start',
  '&.wide': { gridTemplateColumns: 'minmax(0, 1fr) 340px' },
  '& > .preview': { scrollMarginBlockStart: 'calc(var(--top-bar, 0px) + 12px)' },
  '&.wide > .preview': {
    position: 'sticky',
    insetBlockStart: 'calc(var(--top-bar, 0px) + 16px)',
    maxHeight: 'calc(100vh - var(--top-bar, 0px) - 48px)',
    overflowY: 'auto',
  },
}))

type At = { pathname: string; search: object }
/** Another tab or shift is still the same form. */
const sameBook = (current: At, next: At): boolean =>
  current.pathname === next.pathname && (current.search as { venue?: string }).venue === (next.search as { venue?: string }).venue

const tabOf = (book: Book, path: string): string => {
  const place = placeOfPath(book, path)
  return 'tab' in place ? place.tab : ''
}

/** The tabs by name, each with the number of things that are wrong in it. */
const useTabs = (book: Book, errors: Errors) => {
  const t = useT()
  return tabs.map((id) => {
    const count = Object.keys(errors).filter((path) => tabOf(book, path) === id).length
    return { id, label: count ? t('tab.wrong', { name: t(`tab.${id}`), count }) : t(`tab.${id}`) }
  })
}

/** The whole book in one form: what is typed in any tab is saved together, with the preview beside it. */
export const BookEditor = ({ venue, saved }: { venue: BookVenue; saved: Book }) => {
  const t = useT()
  const mayWrite = useAbility().can('update', 'settings-restaurant')
  const { form, book, base, errors, changed, restored, saving, submit, discard } = useBookEditor(venue, saved)
  const { blocker } = useUnsaved(changed, sameBook)
  const place = usePlace(venue.id)
  const [columns, wide] = useWiderThan(1020, 300)
  const preview = useRef<HTMLDivElement>(null)
  const [today] = useState(() => eveningOf(venue.timezone, Date.now(), nightMinutes))
  return (
    <>
      <ConflictsLeft venueId={venue.id} mayKeep={mayWrite} />
      <PageTabs
        label={t('tabs')}
        tabs={useTabs(book, errors)}
        value={place.tab}
        onChange={(tab) => place.show({ tab, shift: undefined })}
      />
      <ErrorList errors={errors} book={book} onGo={(path) => place.go(placeOfPath(book, path))} />
      {wide ? null : <ShowPreview of={preview} />}
      <Columns ref={columns} className={wide ? 'wide' : ''}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <div role="tabpanel" aria-labelledby={`tab-${place.tab}`}>
            <EditorTab
              venueId={venue.id}
              systemId={venue.systemId}
              form={form}
              book={book}
              errors={errors}
              today={today}
              tab={place.tab}
              shift={pathOfShift(book, place.shift) ? place.shift : undefined}
              onShift={(shift) => place.show({ tab: place.tab, shift })}
            />
          </div>
          {mayWrite ? (
            <SaveBar changed={changed} saving={saving.busy} errors={Object.keys(errors).length} restored={restored} onDiscard={discard} />
          ) : null}
        </form>
        <div className="preview" ref={preview}>
          <Preview venue={venue} book={book} today={today} onGo={place.go} />
        </div>
      </Columns>
      <BeforeSave venueId={venue.id} found={saving.pending} busy={saving.busy} onSave={saving.confirm} onClose={saving.cancel} />
      <BookStale
        before={base}
        theirs={saving.theirs}
        saves={saving.saves}
        mine={book}
        onSave={(next) => void saving.save(next)}
        onClose={saving.later}
      />
      <UnsavedDialog blocker={blocker} />
    </>
  )
}
