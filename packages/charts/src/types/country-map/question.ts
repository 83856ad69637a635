export { question } from '../world-map/question.ts';
