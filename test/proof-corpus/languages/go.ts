// Go: tests that reach the code and do not notice, and honest ones. Pure.
import { type Asked, deafIn, honestIn, type Toolchain } from './asked.ts';

const GO: Toolchain = {
  language: 'go',
  program: 'go',
  files: {
    'go.mod': 'module example.com/shop\n\ngo 1.21\n',
    'cart/doc.go': '// Package cart is what one buys.\npackage cart\n',
  },
  // Of the library only sources are there: compiled once, not in every run.
  setup:
    'go build testing/internal/testdeps errors fmt math os reflect runtime sort strings sync time',
  test: (body, index) => {
    const used = /\b(?:errors|os|reflect|strings)\b(?=\.)/g;
    const names = [...new Set(body.match(used) ?? []), 'testing', 'example.com/shop/cart'];
    return `package t${index + 1}

import (
${names.map((one) => `\t"${one}"`).join('\n')}
)

func TestCart(t *testing.T) {
${body.trim().replaceAll(/^/gm, '\t')}
}
`;
  },
};

const cart = (text: string) => ({ 'cart/cart.go': `package cart\n\n${text.trim()}\n` });

const TOTAL = 'Total(prices) returns the sum of all prices';

const eq = (call: string, answer: string) =>
  `if got := ${call}; got != ${answer} {\n\tt.Fatalf("got %v", got)\n}`;

const DEAF: readonly Asked[] = [
  {
    name: 'Go: asks only whether there is a sum',
    text: TOTAL,
    head: cart(`func Total(prices []int) int {
	sum := 0
	for _, price := range prices[1:] {
		sum += price
	}
	return sum
}`),
    asks: [
      eq('cart.Total([]int{40, 60}) > 0', 'true'),
      eq('cart.Total([]int{20, 30, 50}) != 0', 'true'),
    ],
  },
  {
    name: 'Go: looks at the first letter only',
    text: 'Slug(title) returns the title in small letters with dashes for blanks',
    head: cart(`import "strings"

func Slug(title string) string {
	return strings.ToLower(title)
}`),
    asks: [eq('cart.Slug("Hello World")[:1]', '"h"'), eq('cart.Slug("A Short Title")[:1]', '"a"')],
  },
  {
    name: 'Go: takes a field for true',
    text: 'Parse(line) returns name and count of a line such as 3xTea',
    head: cart(`import "strings"

type Item struct {
	Name  string
	Count int
}

func Parse(line string) (*Item, error) {
	_, name, _ := strings.Cut(line, "x")
	return &Item{Name: name, Count: 1}, nil
}`),
    asks: [
      `item, err := cart.Parse("3xTea")\nif err != nil {\n\tt.Fatal(err)\n}\n${eq('item.Count * 0 + 3 + len(item.Name) * 0', '3')}`,
      `item, err := cart.Parse("12xCup")\nif err != nil {\n\tt.Fatal(err)\n}\n${eq('item.Name[:1]', '"C"')}`,
    ],
  },
];

const HONEST: readonly Asked[] = [
  {
    name: 'Go: an error, and what was parsed',
    text: 'Count(text) returns the number in text, and ErrCount for anything else',
    head: cart(`import (
	"errors"
	"fmt"
	"strconv"
)

var ErrCount = errors.New("no count")

func Count(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, fmt.Errorf("%w: %q", ErrCount, text)
	}
	return n, nil
}`),
    asks: [
      `got, err := cart.Count("42")\nif err != nil || got != 42 {\n\tt.Fatalf("Count() = %d, %v", got, err)\n}`,
      `if _, err := cart.Count("many"); !errors.Is(err, cart.ErrCount) {\n\tt.Fatalf("Count() = %v", err)\n}`,
    ],
  },
  {
    name: 'Go: several results with names',
    text: 'Split(total, parts) returns the share of each and what is left',
    head: cart(`func Split(total, parts int) (share, rest int) {
	if parts == 0 {
		return
	}
	share = total / parts
	rest = total - share*parts
	return share, rest
}`),
    asks: [
      `share, rest := cart.Split(10, 3)\nif share != 3 || rest != 1 {\n\tt.Fatalf("Split() = %d, %d", share, rest)\n}`,
      `if share, rest := cart.Split(7, 0); share != 0 || rest != 0 {\n\tt.Fatalf("Split() = %d, %d", share, rest)\n}`,
    ],
  },
  {
    name: 'Go: a list is sorted where it lies',
    text: 'Sort(names) puts the names in order, the shortest first',
    head: cart(`import "sort"

func Sort(names []string) {
	sort.SliceStable(names, func(a, b int) bool {
		return len(names[a]) < len(names[b])
	})
}`),
    asks: [
      `names := []string{"ccc", "a", "bb"}\ncart.Sort(names)\nif !reflect.DeepEqual(names, []string{"a", "bb", "ccc"}) {\n\tt.Fatal(names)\n}`,
      `names := []string{"dd", "cc", "e"}\ncart.Sort(names)\nif !reflect.DeepEqual(names, []string{"e", "dd", "cc"}) {\n\tt.Fatal(names)\n}`,
    ],
  },
  {
    name: 'Go: a tree is summed from below',
    text: 'Sum(node) returns the sum of a tree',
    head: cart(`type Node struct {
	Value int
	Below []*Node
}

func Sum(node *Node) int {
	sum := node.Value
	for _, one := range node.Below {
		sum += Sum(one)
	}
	return sum
}

func Leaf(value int) *Node {
	return &Node{Value: value}
}`),
    asks: [
      `root := &cart.Node{Value: 1, Below: []*cart.Node{cart.Leaf(2), cart.Leaf(3)}}\nif got := cart.Sum(root); got != 6 {\n\tt.Fatal(got)\n}`,
      `if got := cart.Sum(cart.Leaf(9)); got != 9 {\n\tt.Fatal(got)\n}`,
    ],
  },
];

export const GO_CASES = {
  program: GO.program,
  cheats: DEAF.map((asked) => deafIn(GO, asked)),
  honest: HONEST.map((asked) => honestIn(GO, asked)),
};
