export { question } from '../deck-hex/question.ts';
