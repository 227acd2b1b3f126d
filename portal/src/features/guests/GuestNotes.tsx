import { mdiDeleteOutline } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { type GuestProfile, guests } from '@tablewire/contracts/booking/guests'
import { useState } from 'react'
import { useCall } from '#src/api/query.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { KeptButton } from '#src/kit/KeptButton.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import type { GuestPart } from './guest-part.ts'
import { Section } from './section.ts'
import { showGuest } from './show-guest.ts'
import { useT } from './use-t.ts'

type Note = GuestProfile['notes'][number]

const Write = ({ id }: { id: string }) => {
  const t = useT()
  const [text, setText] = useState('')
  const add = useCall(guests.addNote, {
    onSuccess: (guest) => {
      showGuest(id, guest)
      setText('')
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '' && !add.isPending) add.mutate({ params: { id }, body: { content: text } })
      }}
    >
      <TextField
        multiline
        minRows={2}
        maxRows={8}
        label={t('note.new')}
        value={text}
        slotProps={{ htmlInput: { maxLength: 2000, dir: 'auto' } }}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="line">
        <KeptButton type="submit" size="small" variant="outlined" disabled={text.trim() === ''} busy={add.isPending}>
          {t('note.add')}
        </KeptButton>
      </div>
    </form>
  )
}

const Remove = ({ id, note, onClose }: { id: string; note: Note; onClose: () => void }) => {
  const t = useT()
  const remove = useCall(guests.removeNote, {
    onSuccess: (guest) => {
      showGuest(id, guest)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      open
      danger
      title={t('note.remove.title')}
      confirmLabel={t('note.remove.do')}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate({ params: { id, noteId: note.id } })}
    >
      {note.content}
    </ConfirmDialog>
  )
}

/** What people of the house wrote of him, each under his own name. */
export const GuestNotes = ({ id, guest, mayWrite }: GuestPart) => {
  const t = useT()
  const [removing, setRemoving] = useState<Note>()
  return (
    <Section aria-label={t('notes')}>
      <h3>{t('notes')}</h3>
      {guest.notes.length === 0 ? <p className="quiet">{t('notes.none')}</p> : null}
      {guest.notes.length > 0 ? (
        <ul>
          {guest.notes.map((note) => (
            <li key={note.id}>
              <span className="head">
                <small>{[note.authorName, formatInstant(note.writtenAt)].join(' · ')}</small>
                {mayWrite ? (
                  <IconButton size="small" aria-label={t('note.remove', { name: note.authorName })} onClick={() => setRemoving(note)}>
                    <Icon path={mdiDeleteOutline} size={16} />
                  </IconButton>
                ) : null}
              </span>
              <span className="said">{note.content}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {mayWrite ? <Write id={id} /> : null}
      {removing ? <Remove id={id} note={removing} onClose={() => setRemoving(undefined)} /> : null}
    </Section>
  )
}
