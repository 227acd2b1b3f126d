import './app/early.ts'
import { start } from './app/start.tsx'

start()
