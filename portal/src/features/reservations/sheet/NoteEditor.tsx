import Button from '@mui/material/Button'
import { type ShiftNote, shiftNoteMost, shiftNotes } from '@tablewire/contracts/booking/shift-notes'
import { useState } from 'react'
import { keyOf, useEndpoint } from '#src/api/query.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { Linked } from '#src/kit/Linked.tsx'
import { errorText } from '#src/kit/error-text.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatInstant } from '#src/kit/format.ts'
import { KeptButton } from '#src/kit/KeptButton.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { useSaveNote } from '../offline/use-save-note.ts'
import { useZoneOf } from '../offline/use-zone-of.ts'
import { draftAt, keepNoteDraft, type NoteDraft, type NotePlace } from './note-drafts.ts'
import type { NotedMeal } from './notes-of-day.ts'
import { useSheetT } from './use-sheet-t.ts'

/** By the clock of the house, from wherever it is read. */
export const By = ({ note, zone }: { note: ShiftNote; zone: string | undefined }) => (
  <small className="by">
    {note.authorName} · {formatInstant(note.writtenAt, zone)}
  </small>
)

const History = ({ place: { venueId, date, mealId } }: { place: NotePlace }) => {
  const t = useSheetT()
  const query = mealId === null ? { date } : { date, mealId }
  const zone = useZoneOf([venueId])
  const told = useEndpoint(shiftNotes.history, { params: { id: venueId }, query })
  if (told.error) return <ErrorState error={told.error} onRetry={() => void told.refetch()} />
  if (!told.data) return <RowsSkeleton rows={2} />
  return (
    <ol>
      {told.data.map((note) => (
        <li key={note.version}>
          <By note={note} zone={zone} />
          <p className="said">{note.content || t('note.emptied')}</p>
        </li>
      ))}
    </ol>
  )
}

type MeanwhileProps = { theirs: ShiftNote | undefined; zone: string | undefined; onMine: () => void; onTheirs: () => void }
/** Somebody else was faster: his words are shown, and one chooses, or writes on. */
const Meanwhile = ({ theirs, zone, onMine, onTheirs }: MeanwhileProps) => {
  const t = useSheetT()
  return (
    <div role="alert" className="meanwhile">
      <p>{t('note.meanwhile')}</p>
      {theirs ? (
        <blockquote>
          <By note={theirs} zone={zone} />
          <p className="said">{theirs.content || t('note.emptied')}</p>
        </blockquote>
      ) : null}
      <div className="line">
        <Button size="small" variant="outlined" onClick={onMine}>
          {t('note.mine')}
        </Button>
        <Button size="small" color="inherit" onClick={onTheirs}>
          {t('note.theirs')}
        </Button>
      </div>
    </div>
  )
}

/** What is being written at this place, kept beyond the panel. */
const useDraft = (place: NotePlace) => {
  const [draft, setDraft] = useState(() => draftAt(place))
  const keep = (next: NoteDraft | undefined): void => {
    keepNoteDraft(place, next)
    setDraft(next)
  }
  return [draft, keep] as const
}

type FieldProps = { title: string; content: string; mayWrite: boolean; onType: (content: string) => void }

const NoteField = ({ title, content, mayWrite, onType }: FieldProps) => {
  const t = useSheetT()
  if (!mayWrite) return <p className="said">{content || t('note.none')}</p>
  return (
    <TextField
      multiline
      minRows={3}
      maxRows={14}
      label={t('note.of', { meal: title })}
      value={content}
      slotProps={{ htmlInput: { maxLength: shiftNoteMost, dir: 'auto' } }}
      onChange={({ target }) => onType(target.value)}
    />
  )
}

type ActsProps = { draft: NoteDraft | undefined; stored: NoteDraft; saving: boolean; onSave: () => void; onDiscard: () => void }

const Acts = ({ draft, stored, saving, onSave, onDiscard }: ActsProps) => {
  const t = useSheetT()
  const same = draft === undefined || draft.content.trim() === stored.content
  return (
    <>
      <KeptButton size="small" variant="contained" disabled={same} busy={saving} onClick={onSave}>
        {t('note.save')}
      </KeptButton>
      <KeptButton size="small" color="inherit" disabled={draft === undefined || saving} onClick={onDiscard}>
        {t('note.discard')}
      </KeptButton>
    </>
  )
}

const storedOf = (note: ShiftNote | undefined): NoteDraft => ({ content: note?.content ?? '', version: note?.version ?? 0 })

type NoteEditorProps = { venueId: string; date: string; meal: NotedMeal; mayWrite: boolean }

/** The note of one meal, with who wrote it and what it said before. */
export const NoteEditor = ({ venueId, date, meal, mayWrite }: NoteEditorProps) => {
  const t = useSheetT()
  const { note, mealId } = meal
  const place = { venueId, date, mealId }
  const zone = useZoneOf([venueId])
  const [draft, keep] = useDraft(place)
  const [looking, setLooking] = useState(false)
  const stored = storedOf(note)
  const shown = draft ?? stored
  const save = useSaveNote(meal.name, () => keep(undefined))
  const send = (version: number): void => save.mutate({ params: { id: venueId }, body: { date, mealId, content: shown.content, version } })
  const late = save.error?.code === 'shift_note.changed_meanwhile' || (draft !== undefined && draft.version < stored.version)
  const title = meal.name || t('note.day')
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <NoteField
        title={title}
        content={shown.content}
        mayWrite={mayWrite}
        onType={(content) => keep({ content, version: shown.version })}
      />
      {note ? <By note={note} zone={zone} /> : null}
      {late ? (
        <Meanwhile
          theirs={note}
          zone={zone}
          onMine={() => send(stored.version)}
          onTheirs={() => {
            save.reset()
            keep(undefined)
          }}
        />
      ) : save.error ? (
        <p role="alert" className="warn">
          <Linked text={errorText(save.error, phrasesNow('kit'))} />
        </p>
      ) : null}
      <div className="line">
        {mayWrite && !late ? (
          <Acts
            draft={draft}
            stored={stored}
            saving={save.isPending}
            onSave={() => send(shown.version)}
            onDiscard={() => keep(undefined)}
          />
        ) : null}
        {stored.version > 1 ? (
          <Button size="small" color="inherit" aria-expanded={looking} onClick={() => setLooking(!looking)}>
            {t('note.history', { count: stored.version })}
          </Button>
        ) : null}
      </div>
      {looking ? <History key={stored.version} place={place} /> : null}
    </section>
  )
}

/** Every screen that shows a note looks again. */
export const notesKey = keyOf(shiftNotes.list)
