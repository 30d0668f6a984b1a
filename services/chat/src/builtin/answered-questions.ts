/** A sentence of a text. */
export interface Statement {
  readonly text: string;
  /** What it answers, where a question stands above it. */
  readonly question: string;
  /** Whether it is one of a list. */
  readonly isEntry: boolean;
}

const IS_QUESTION = /[?？؟]["'”’»)*_]*$/u;
const MARKS = /^[*_"'“„«\s]+|[*_"'”»\s]+$/gu;
/** How lists of questions and answers mark both, in the languages of the built-in companion. */
const ASKED = /^(?:Q|Question|F|Frage|P|Pregunta|Pergunta|D|Domanda|В|Вопрос|S|Soru|问题?|質問|問)\s?\d{0,3}\s*[:：)]\s*/iu;
const ANSWERED = /^(?:A|Answer|Antwort|R|Respuesta|Réponse|Resposta|Risposta|О|Ответ|C|Cevap|答案?|回答)\s?\d{0,3}\s*[:：)]\s*/iu;

/** Reads the sentences of a text in their order. Who asks a question that stands in it wants what stands below. */
export class AnswerReader {
  private readonly found: Statement[] = [];
  private question = '';
  private isAnswered = true;

  get statements(): readonly Statement[] {
    this.keepUnanswered();
    return this.found;
  }

  readHeading(heading: string): void {
    this.keepUnanswered();
    const isAsked = IS_QUESTION.test(heading);
    this.question = isAsked ? plain(heading) : '';
    // A heading is never quoted, also not without an answer.
    this.isAnswered = true;
  }

  /** What stands below an answer is about something else. */
  endParagraph(): void {
    if (this.isAnswered && this.found.at(-1)?.question === this.question) this.question = '';
  }

  /** What a record of data says, which belongs to no question above it. */
  readRecord(said: Pick<Statement, 'text' | 'question'>): void {
    this.keepUnanswered();
    this.question = '';
    this.found.push({ ...said, isEntry: true });
  }

  readLine(sentences: readonly string[], isEntry: boolean): void {
    const texts = sentences.map((sentence) => sentence.trim()).filter(Boolean);
    const [first = '', second] = texts;
    const isAsked = IS_QUESTION.test(first) && (second === undefined || ASKED.test(plain(first)) || ANSWERED.test(second));
    if (isAsked) {
      this.keepUnanswered();
      this.question = plain(first).replace(ASKED, '');
      this.isAnswered = false;
    }
    for (const text of isAsked ? texts.slice(1) : texts) this.add(text, isEntry);
  }

  private add(text: string, isEntry: boolean): void {
    const said = this.question === '' ? text : text.replace(ANSWERED, '').trim();
    if (said === '') return;
    this.found.push({ text: said, question: this.question, isEntry });
    this.isAnswered = true;
  }

  private keepUnanswered(): void {
    if (!this.isAnswered) this.found.push({ text: this.question, question: '', isEntry: false });
    this.isAnswered = true;
  }
}

const plain = (text: string): string => text.replaceAll(MARKS, '');
