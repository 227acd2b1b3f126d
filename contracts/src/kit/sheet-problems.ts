import { deviceProblems } from './device-problems.ts'
import { tableProblems } from './table-problems.ts'

/** Of what a team reads before a meal and where it seats its guests; with the others in `problem.ts`. */
export const sheetProblems = {
  ...tableProblems,
  ...deviceProblems,
  'shift_note.meal_unknown': 404,
  'shift_note.changed_meanwhile': 409,
  'sheet_mail.guest_address': 409,
  'sheet_mail.changed_meanwhile': 409,
} as const
