import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import type { AuditEntry } from '@tablewire/contracts/operations/audit'
import { Link as RouterLink } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { type Part, sentenceOf } from './sentence-words.ts'
import { linkToSubject, linkToVenue } from './thing-links.ts'
import { useT } from './use-t.ts'

const Words = styled('span')({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  minWidth: 0,
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
  lineHeight: 1.35,
  '& b': { fontWeight: 600 },
  '&.whole': { display: 'inline' },
})

type ThingLinkProps = { href: string | undefined; quiet?: boolean; children: ReactNode }
/** A name that leads to what it stands for; in a row of a list the keys belong to the row (`quiet`). */
export const ThingLink = ({ href, quiet = false, children }: ThingLinkProps) =>
  href === undefined ? (
    <b>{children}</b>
  ) : (
    <Link
      component={RouterLink}
      to={href}
      color="inherit"
      underline={quiet ? 'hover' : 'always'}
      sx={{ fontWeight: 600 }}
      tabIndex={quiet ? -1 : 0}
      onClick={(event: React.MouseEvent) => event.stopPropagation()}
    >
      {children}
    </Link>
  )

type SentenceProps = { entry: AuditEntry; /** Not cut after two lines, and its links are reached by keys. */ whole?: boolean }

/** Who did what to which thing; the thing leads to its page. */
export const Sentence = ({ entry, whole = false }: SentenceProps) => {
  const t = useT()
  const ability = useAbility()
  const links: Partial<Record<NonNullable<Part['as']>, string | undefined>> = {
    what: linkToSubject(ability, entry),
    venue: linkToVenue(ability, entry),
  }
  return (
    <Words className={whole ? 'whole' : undefined} data-sentence>
      {sentenceOf(t, entry).map(({ text, as }, place) =>
        as ? (
          <ThingLink key={place} href={links[as]} quiet={!whole}>
            {text}
          </ThingLink>
        ) : (
          <span key={place}>{text}</span>
        ),
      )}
    </Words>
  )
}
