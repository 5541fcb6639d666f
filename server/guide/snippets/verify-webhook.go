// go run verify-webhook.go "$SECRET" "$SIGNATURE" < body.json
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"strings"
)

// rawBody is what io.ReadAll(request.Body) gave, before any JSON decoder.
func verify(secret, signatureHeader string, rawBody []byte) bool {
	var times, given []string
	for _, part := range strings.Split(signatureHeader, ",") {
		switch name, value, _ := strings.Cut(part, "="); name {
		case "t":
			times = append(times, value)
		case "v1":
			given = append(given, value)
		}
	}
	// Digits only: with a dot in it, t could swallow the beginning of the body.
	if secret == "" || len(times) != 1 || times[0] == "" || strings.Trim(times[0], "0123456789") != "" {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(times[0] + "."))
	mac.Write(rawBody)
	expected := []byte(hex.EncodeToString(mac.Sum(nil)))
	for _, value := range given {
		if hmac.Equal([]byte(value), expected) {
			return true
		}
	}
	return false
}

func main() {
	rawBody, err := io.ReadAll(os.Stdin)
	if err != nil || len(os.Args) != 3 || !verify(os.Args[1], os.Args[2], rawBody) {
		os.Exit(1)
	}
}
