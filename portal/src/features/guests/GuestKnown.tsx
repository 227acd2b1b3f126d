import { guests } from '@tablewire/contracts/booking/guests'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { keyOf, queryClient, useCall } from '#src/api/query.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { errorText } from '#src/kit/error-text.ts'
import { FilterChip } from '#src/kit/FilterChip.tsx'
import { UnsavedDialog } from '#src/kit/form/UnsavedDialog.tsx'
import { useUnsaved } from '#src/kit/form/use-unsaved.ts'
import { KeptButton } from '#src/kit/KeptButton.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { type GuestPart, withWord } from './guest-part.ts'
import { Section } from './section.ts'
import { showGuest } from './show-guest.ts'
import { useT } from './use-t.ts'

type Draft = { version: number; tags: string[]; allergies: string[]; preferences: string; typed: { tags: string; allergies: string } }
type List = 'tags' | 'allergies'
type WordsProps = {
  list: List
  said: readonly string[]
  typed: string
  onType: (text: string) => void
  onChange: (said: string[], typed: string) => void
}

/** Short words, each taken off by a touch; what still stands in the field is saved with the rest. */
const Words = ({ list, said, typed, onType, onChange }: WordsProps) => {
  const t = useT()
  return (
    <div className="line">
      {said.map((one) => (
        <FilterChip
          key={one}
          text={one}
          label={t('word.remove', { word: one })}
          onRemove={() =>
            onChange(
              said.filter((other) => other !== one),
              typed,
            )
          }
        />
      ))}
      <TextField
        size="small"
        label={t(`f.${list}`)}
        value={typed}
        placeholder={t(`f.${list}.hint`)}
        slotProps={{ htmlInput: { maxLength: 40, autoComplete: 'off', dir: 'auto' } }}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || typed.trim() === '') return
          event.preventDefault()
          onChange(withWord(said, typed), '')
        }}
      />
    </div>
  )
}

/** Somebody else was faster: what he wrote stands above already, and one chooses. */
const Meanwhile = ({ onMine, onTheirs }: { onMine: () => void; onTheirs: () => void }) => {
  const t = useT()
  return (
    <div role="alert">
      <p className="warn">{t('meanwhile')}</p>
      <div className="line">
        <Button size="small" variant="outlined" onClick={onMine}>
          {t('meanwhile.mine')}
        </Button>
        <Button size="small" color="inherit" onClick={onTheirs}>
          {t('meanwhile.theirs')}
        </Button>
      </div>
    </div>
  )
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((said, index) => said === other[index])

/** Tags, allergies and wishes: written here, read at the door and in the kitchen. */
export const GuestKnown = ({ id, guest, mayWrite }: GuestPart) => {
  const t = useT()
  const [draft, setDraft] = useState<Draft>()
  const stored = { version: guest.version, tags: guest.tags, allergies: guest.allergies, preferences: guest.preferences ?? '' }
  const shown: Draft = draft ?? { ...stored, typed: { tags: '', allergies: '' } }
  const { blocker } = useUnsaved(draft !== undefined)
  const save = useCall(guests.update, {
    meta: { shown: true },
    onSuccess: (next) => {
      showGuest(id, next)
      setDraft(undefined)
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: keyOf(guests.get) }),
  })
  const change = (part: Partial<Draft>): void => setDraft({ ...shown, ...part })
  const send = (version: number): void => {
    const tags = withWord(shown.tags, shown.typed.tags)
    const allergies = withWord(shown.allergies, shown.typed.allergies)
    const preferences = shown.preferences.trim() || null
    // Only what was changed here: all else is of the addresses it came with, should they be parted again.
    const body = {
      version,
      ...(isSame(tags, guest.tags) ? {} : { tags }),
      ...(isSame(allergies, guest.allergies) ? {} : { allergies }),
      ...(preferences === guest.preferences ? {} : { preferences }),
    }
    save.mutate({ params: { id }, body })
  }
  if (!mayWrite)
    return guest.preferences ? (
      <Section aria-label={t('f.preferences')}>
        <h3>{t('f.preferences')}</h3>
        <p className="said">{guest.preferences}</p>
      </Section>
    ) : null
  const late = save.error?.code === 'guest.changed_meanwhile'
  const words = (list: List) => (
    <Words
      list={list}
      said={shown[list]}
      typed={shown.typed[list]}
      onType={(text) => change({ typed: { ...shown.typed, [list]: text } })}
      onChange={(said, text) => change({ [list]: said, typed: { ...shown.typed, [list]: text } })}
    />
  )
  return (
    <Section aria-label={t('known')}>
      <h3>{t('known')}</h3>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send(shown.version)
        }}
      >
        {words('allergies')}
        {words('tags')}
        <TextField
          multiline
          minRows={2}
          maxRows={8}
          label={t('f.preferences')}
          value={shown.preferences}
          slotProps={{ htmlInput: { maxLength: 4000, dir: 'auto' } }}
          onChange={({ target }) => change({ preferences: target.value })}
        />
        {late ? (
          <Meanwhile
            onMine={() => send(guest.version)}
            onTheirs={() => {
              save.reset()
              setDraft(undefined)
            }}
          />
        ) : save.error ? (
          <p role="alert" className="warn">
            {errorText(save.error, phrasesNow('kit'))}
          </p>
        ) : null}
        <div className="line">
          <KeptButton type="submit" size="small" variant="contained" disabled={draft === undefined} busy={save.isPending}>
            {t('save')}
          </KeptButton>
          <KeptButton size="small" color="inherit" disabled={draft === undefined || save.isPending} onClick={() => setDraft(undefined)}>
            {t('discard')}
          </KeptButton>
        </div>
      </form>
      <UnsavedDialog blocker={blocker} />
    </Section>
  )
}
