import { mdiDeleteOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { type ReviewComment, type ReviewWork, reviewWork } from '@tablewire/contracts/reviews/review-work'
import { useRef, useState } from 'react'
import { useCall } from '#src/api/query.ts'
import { formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { KeptButton } from '#src/kit/KeptButton.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { useT } from '../use-t.ts'
import { showWork } from './show-work.ts'

type Person = ReviewWork['people'][number]
const offered = 5

/** What is being typed behind the last `@`. */
const namedIn = (text: string): string | undefined => /(?:^|\s)@([\p{L}\p{M}'’ .-]{0,40})$/u.exec(text)?.[1]?.toLowerCase()
const fitting = (people: readonly Person[], text: string): Person[] => {
  const begun = namedIn(text)
  if (begun === undefined) return []
  return people.filter(({ name }) => name.toLowerCase().includes(begun) && name.toLowerCase() !== begun.trim()).slice(0, offered)
}

/** Names stand out; everything else is text as it was typed. */
const Said = ({ comment: { text, mentions } }: { comment: ReviewComment }) => {
  const parts = mentions.reduce<(string | { name: string })[]>(
    (before, { name }) =>
      before.flatMap((part) =>
        typeof part === 'string' ? part.split(`@${name}`).flatMap((rest, at) => (at === 0 ? [rest] : [{ name }, rest])) : [part],
      ),
    [text],
  )
  return (
    <div style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {parts.map((part, at) => (typeof part === 'string' ? <span key={at}>{part}</span> : <strong key={at}>@{part.name}</strong>))}
    </div>
  )
}

const Comment = ({ id, comment, mayWork }: { id: string; comment: ReviewComment; mayWork: boolean }) => {
  const t = useT()
  const remove = useCall(reviewWork.removeComment, { onSuccess: (work) => showWork(id, work) })
  const { author, at, mine } = comment
  return (
    <li>
      <span className="head">
        <small className="quiet">{[author, formatInstant(at)].join(' · ')}</small>
        {mine && mayWork ? (
          <IconButton
            size="small"
            aria-label={t('work.comment.remove')}
            disabled={remove.isPending}
            onClick={() => remove.mutate({ params: { id, commentId: comment.id } })}
          >
            <Icon path={mdiDeleteOutline} size={16} />
          </IconButton>
        ) : null}
      </span>
      <Said comment={comment} />
    </li>
  )
}

const Names = styled('fieldset')({ margin: 0, padding: 0, border: 0 })

const Write = ({ id, people }: { id: string; people: readonly Person[] }) => {
  const t = useT()
  const input = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const [mentions, setMentions] = useState<string[]>([])
  const say = useCall(reviewWork.comment, {
    onSuccess: (work) => {
      showWork(id, work)
      setText('')
      setMentions([])
    },
  })
  const name = (person: Person): void => {
    setText(text.replace(/@[^@]*$/u, `@${person.name} `))
    setMentions([...mentions, person.id])
    input.current?.focus()
  }
  const names = fitting(people, text)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const still = people.filter((person) => mentions.includes(person.id) && text.includes(`@${person.name}`))
        say.mutate({ params: { id }, body: { text, mentions: still.map((person) => person.id) } })
      }}
    >
      <TextField
        multiline
        minRows={2}
        maxRows={8}
        inputRef={input}
        label={t('work.comment')}
        helperText={t('work.comment.hint')}
        value={text}
        slotProps={{ htmlInput: { maxLength: 4000, dir: 'auto' } }}
        onChange={({ target }) => setText(target.value)}
      />
      {names.length > 0 ? (
        <Names aria-label={t('work.mention')} className="line">
          {names.map((person) => (
            <Button key={person.id} size="small" variant="outlined" onClick={() => name(person)}>
              @{person.name}
            </Button>
          ))}
        </Names>
      ) : null}
      <div className="acts">
        <KeptButton type="submit" size="small" variant="outlined" disabled={text.trim() === '' || say.isPending}>
          {t('work.comment.send')}
        </KeptButton>
      </div>
    </form>
  )
}

/** Among colleagues; no guest reads it. */
export const Comments = ({ id, work, mayWork }: { id: string; work: ReviewWork; mayWork: boolean }) => {
  const t = useT()
  return (
    <>
      <h4>{t('work.comments')}</h4>
      {work.comments.length === 0 ? <p className="quiet">{t('work.comments.none')}</p> : null}
      <ul>
        {work.comments.map((comment) => (
          <Comment key={comment.id} id={id} comment={comment} mayWork={mayWork} />
        ))}
      </ul>
      {mayWork ? <Write id={id} people={work.people} /> : null}
    </>
  )
}
